import { and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settingTag } from '#domain/site/settings.ts';
import { organizationBylines } from '#domain/site/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { daily, type Recurring } from '#platform/jobs/recurring.ts';
import type { Log } from '#platform/log.server.ts';
import { invalidateArticles } from './invalidation.server.ts';
import { lockAuthorNames } from './signing.server.ts';
import { articles } from './tables.server.ts';

const sampleBylines = defineJobKind({ kind: 'articles.sign-samples', payload: z.object({}) });

/** Of each day, so that a change by the environment is seen as well. */
const DAILY_HOUR = 3;

interface SampleBylinesDeps {
  readonly database: Database;
  /** The default author in effect. */
  readonly defaultAuthor: () => Promise<string>;
  readonly log: Log;
}

export interface SampleBylines {
  readonly job: Job;
  readonly recurring: Recurring;
}

/** The job that gives samples the present name of the publication as their byline, where they had a former one. */
export function createSampleBylines({ database, defaultAuthor, log }: SampleBylinesDeps): SampleBylines {
  const job = defineJob({
    ...sampleBylines,
    run: async () => changeSampleBylines(database, await defaultAuthor()),
  });
  database.onChange((changes) => {
    if (!DECIDING_TAGS.some((tag) => changes.includes(tag))) return;
    database.transaction((tx) => enqueue(tx, sampleBylines, {})).catch((err: unknown) => log.error({ err }));
  });
  return { job, recurring: daily({ hour: DAILY_HOUR }, job, {}) };
}

const DECIDING_TAGS = [settingTag('publication_name'), settingTag('publication_default_author')];

async function changeSampleBylines(database: Database, name: string): Promise<void> {
  const { content: _, ...columns } = getTableColumns(articles);
  await database.transaction(async (tx) => {
    await lockAuthorNames(tx);
    const formerNames = tx.select({ name: organizationBylines.name }).from(organizationBylines);
    const samples = await tx
      .select(columns)
      .from(articles)
      .where(
        and(
          eq(articles.isSample, true),
          ne(articles.authorName, name),
          inArray(articles.authorName, formerNames),
        ),
      )
      .orderBy(articles.id)
      .for('update');
    if (samples.length === 0) return;
    const signed = { authorName: name, bylines: [{ author: null, name }] };
    await tx
      .update(articles)
      .set({ ...signed, bylines: sql`${JSON.stringify(signed.bylines)}::jsonb` })
      .where(
        inArray(
          articles.id,
          samples.map(({ id }) => id),
        ),
      );
    await invalidateArticles(
      tx,
      samples.map((before) => ({ before, after: { ...before, ...signed } })),
    );
  });
}
