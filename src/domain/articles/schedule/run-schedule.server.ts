import { asc, eq, lte } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import type { Log } from '#platform/log.server.ts';
import { findLockedArticle } from '../article-locks.server.ts';
import { findPendingChanges } from '../pending/newest-text.server.ts';
import { moveToSlug, publishNewestText, unpublishNewestText } from '../pending/publish-newest-text.server.ts';
import { lockAuthorNames } from '../signing.server.ts';
import type { StoreOptions } from '../store-article.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';
import { reasonOf, recordFailure } from './failure-record.server.ts';
import { pauseIfNotPermitted } from './paused-schedules.server.ts';
import { scheduledJob } from './scheduled-job.server.ts';
import { endSchedule } from './scheduling.server.ts';

/** Creates the job that does what is scheduled. */
export function scheduleJob(deps: CommandDeps): Job {
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
export async function runDueSchedules(deps: CommandDeps & { readonly log: Log }): Promise<void> {
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
  { database, clock }: CommandDeps,
  id: string,
  isDue: (article: ArticleRow) => boolean,
): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    await lockAuthorNames(tx);
    const article = await findLockedArticle(tx, id);
    if (article === undefined || article.scheduledAt === null || !isDue(article)) return;
    if (article.trashedAt !== null) await runInTrash(tx, article);
    else if (await pauseIfNotPermitted(tx, article)) return;
    else await runAction(tx, article, { now, publishedAt: article.scheduledAt });
  });
}

/** `publishedAt` is the scheduled moment, also if no process ran then: it is the one that was announced. */
async function runAction(
  tx: Transaction,
  article: ArticleRow,
  moment: Pick<StoreOptions, 'now' | 'publishedAt'>,
): Promise<void> {
  const { scheduledBy } = article;
  const by = scheduledBy === null ? null : { userId: scheduledBy };
  const options = { ...moment, by, actor: SYSTEM };
  if (article.scheduledAction === 'unpublish') return unpublishNewestText(tx, article, options);
  try {
    await publishNewestText(tx, article, options);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await recordFailure(tx, article, { reason: reasonOf(error), by, now: moment.now });
  }
}

/** Errors may name only what everybody can read. */
const SYSTEM: Actor = { userId: '', role: null };

/**
 * Nothing is published from the trash. What would have been taken offline meanwhile stays offline after a restore, as a draft with
 * its newest text.
 */
async function runInTrash(tx: Transaction, article: ArticleRow): Promise<void> {
  const schedule = await endSchedule(tx, article);
  const columns = article.scheduledAction === 'unpublish' ? await draftInTrash(tx, article) : {};
  await tx
    .update(articles)
    .set({ ...columns, ...schedule })
    .where(eq(articles.id, article.id));
}

/** The pending changes are the newest revision already, so there is no new one. */
async function draftInTrash(tx: Transaction, article: ArticleRow): Promise<Partial<ArticleRow>> {
  const pending = await findPendingChanges(tx, article);
  if (pending !== null) await moveToSlug(tx, SYSTEM, article, pending.text.slug);
  return { ...pending?.text, liveRevision: null, trashedPublished: false };
}
