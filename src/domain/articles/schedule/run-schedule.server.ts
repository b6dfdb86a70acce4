import { asc, eq, lte } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import type { Log } from '#platform/log.server.ts';
import { findLockedArticle } from '../article-locks.server.ts';
import { storeArticle } from '../store-article.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';
import { scheduledJob } from './scheduled-job.server.ts';
import { endSchedule, type ScheduleDeps } from './scheduling.server.ts';

/** Creates the job that does what is scheduled. */
export function scheduleJob(deps: ScheduleDeps): Job {
  return defineJob({
    ...scheduledJob,
    /*
     * Exactly once: the schedule is removed in the transaction that does it, so that a second run of the job, in whatever
     * process, finds nothing. By the id and not by the clock, which may have gone back since the job was claimed.
     */
    run: ({ articleId }, { id }) => runSchedule(deps, articleId, (article) => article.scheduledJob === id),
  });
}

/** Articles in one batch of `runDueSchedules`. */
const BATCH_SIZE = 100;

/**
 * Does everything that became due while no process ran. Call it before the first request is answered. An article that
 * fails is logged, and left to its job.
 */
export async function runDueSchedules(deps: ScheduleDeps & { readonly log: Log }): Promise<void> {
  const now = deps.clock();
  const failed = new Set<string>();
  for (;;) {
    const due = (await listDue(deps.database, now, BATCH_SIZE + failed.size)).filter(
      ({ id }) => !failed.has(id),
    );
    if (due.length === 0) return;
    for (const { id } of due)
      await runSchedule(deps, id, ({ scheduledAt }) => scheduledAt !== null && scheduledAt <= now).catch(
        (err: unknown) => {
          failed.add(id);
          deps.log.error(
            { err, article: id },
            'what was scheduled for an article failed; its job will retry it',
          );
        },
      );
  }
}

async function listDue({ db }: Database, now: Date, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: articles.id })
    .from(articles)
    .where(lte(articles.scheduledAt, now))
    .orderBy(asc(articles.scheduledAt), asc(articles.id))
    .limit(limit);
}

async function runSchedule(
  { database, clock }: ScheduleDeps,
  id: string,
  isDue: (article: ArticleRow) => boolean,
): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    const article = await findLockedArticle(tx, id);
    if (article === undefined || article.scheduledAt === null || !isDue(article)) return;
    if (article.trashedAt !== null) await runInTrash(tx, article);
    else
      await storeArticle(
        tx,
        article,
        { isDraft: article.scheduledAction === 'unpublish' },
        {
          by: article.scheduledBy === null ? null : { userId: article.scheduledBy },
          now,
          // Also if no process ran at that moment: it is the one that was announced.
          publishedAt: article.scheduledAt,
        },
      );
  });
}

/** Nothing is published from the trash. What would have been taken offline meanwhile stays offline after a restore. */
async function runInTrash(tx: Transaction, article: ArticleRow): Promise<void> {
  await tx
    .update(articles)
    .set({
      ...(await endSchedule(tx, article)),
      ...(article.scheduledAction === 'unpublish' && { trashedPublished: false }),
    })
    .where(eq(articles.id, article.id));
}
