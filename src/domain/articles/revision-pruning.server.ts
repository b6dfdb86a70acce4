import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { articleRevisions } from './tables.server.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 500;

export interface RevisionPruningOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Days for which revisions are stored; null: without limit. Called at each run. */
  readonly retentionDays: () => Promise<number | null>;
}

/** A daily job that deletes revisions older than the retention period. */
export function revisionPruning({ database, clock, retentionDays }: RevisionPruningOptions): {
  readonly job: Job;
  readonly recurring: Recurring;
} {
  const job = defineJob({
    kind: 'articles.prune-revisions',
    payload: z.object({}),
    leaseSeconds: 600,
    async run(_, { signal }) {
      const days = await retentionDays();
      if (days === null) return;
      const before = new Date(clock().getTime() - days * DAY_MS);
      while (!signal.aborted && (await deleteBatch(database, before)) === BATCH_SIZE);
    },
  });
  return { job, recurring: every({ minutes: 1440 }, job, {}) };
}

/**
 * Never deletes the newest revision of an article, nor the newest published revision of each slug: `createRedirect`
 * uses it to find out whether the article was public at that slug.
 */
async function deleteBatch(database: Database, before: Date): Promise<number> {
  const newer = sql`select from ${articleRevisions} as newer
    where newer.article_id = old.article_id and newer.revision > old.revision`;
  const { rowCount } = await database.transaction((tx) =>
    tx.execute(sql`delete from ${articleRevisions} where (article_id, revision) in (
      select old.article_id, old.revision from ${articleRevisions} as old
      where old.saved_at < ${before.toISOString()}
        and exists (${newer})
        and (old.is_draft or exists (${newer} and newer.slug = old.slug and not newer.is_draft))
      limit ${BATCH_SIZE})`),
  );
  return rowCount ?? 0;
}
