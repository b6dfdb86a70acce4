import { eq } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { dequeue, enqueue } from '#platform/jobs/enqueue.server.ts';
import { auditArticle } from '../article-audit.server.ts';
import { lockArticle, requireCurrent, type RevisionRef } from '../article-locks.server.ts';
import { validateForPublication } from '../field-validation.server.ts';
import { findNewestText } from '../pending/newest-text.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';
import { scheduleError, type ScheduledAction } from './schedule.ts';
import { scheduledJob } from './scheduled-job.server.ts';

/*
 * Neither command saves the article: no field changes, so there is no revision. What readers see changes when the job runs
 * (`run-schedule.server.ts`).
 */

interface Schedule extends RevisionRef {
  readonly action: ScheduledAction;
  readonly at: Date;
}

/**
 * Schedules the publication of a draft or of pending changes, or the moment at which a published article is taken offline;
 * replaces an earlier schedule of the article, also one on hold. Publishing requires what it requires at once, so that it cannot fail later.
 *
 * Throws `unprocessable` with the field `at` for a moment that is not in the future, or with those that publishing requires,
 * `conflict` if readers already see the article, or do not see it, or if it has no pending changes, `stale`, `forbidden` and
 * `not_found`.
 */
export async function scheduleArticle(
  { database, clock }: CommandDeps,
  actor: Actor,
  schedule: Schedule,
): Promise<void> {
  const { action, at } = schedule;
  await database.transaction(async (tx) => {
    const article = await lockArticle(tx, schedule.id);
    requireArticlePermission(actor, 'article.publish', article);
    requireCurrent(article, schedule);
    // After waiting for the lock.
    const error = scheduleError(at, clock());
    if (error !== null) throw new DomainError('unprocessable', error, { fields: { at: error } });
    await requirePossible(tx, article, action);
    if (article.scheduledJob !== null) await dequeue(tx, article.scheduledJob);
    const job = await enqueue(tx, scheduledJob, { articleId: article.id }, { runAt: at });
    await tx
      .update(articles)
      .set({
        scheduledAction: action,
        scheduledAt: at,
        scheduledBy: actor.userId,
        scheduledJob: job,
        pausedSchedule: null,
      })
      .where(eq(articles.id, article.id));
    await auditArticle(tx, actor, article, {
      action: 'article_scheduled',
      detail: `${action} at ${at.toISOString()}`,
    });
  });
}

async function requirePossible(tx: Transaction, article: ArticleRow, action: ScheduledAction): Promise<void> {
  if (action === 'publish' && !article.isDraft)
    throw new DomainError('conflict', 'This article is already published.');
  if (action !== 'publish' && article.isDraft)
    throw new DomainError('conflict', 'This article is not published.');
  if (action === 'publish_changes' && article.liveRevision === null)
    throw new DomainError('conflict', 'This article has no pending changes.');
  if (action !== 'unpublish') validateForPublication(await findNewestText(tx, article));
}

/** Cancels what is scheduled, or was and is on hold. Throws `conflict` if nothing is, `forbidden` and `not_found`. */
export async function cancelSchedule(
  { database }: Pick<CommandDeps, 'database'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const article = await lockArticle(tx, id);
    requireArticlePermission(actor, 'article.publish', article);
    const action = article.scheduledAction ?? article.pausedSchedule?.action;
    if (action === undefined) throw new DomainError('conflict', 'This article is not scheduled any more.');
    await tx
      .update(articles)
      .set(await endSchedule(tx, article))
      .where(eq(articles.id, id));
    await auditArticle(tx, actor, article, {
      action: 'article_schedule_cancelled',
      detail: action,
    });
  });
}

/** The columns of an article without a schedule. */
const NO_SCHEDULE = {
  scheduledAction: null,
  scheduledAt: null,
  scheduledBy: null,
  scheduledJob: null,
  pausedSchedule: null,
};

/** Removes the job of a schedule, and returns the columns without a schedule, also without one on hold, that the caller must store in the same transaction. */
export async function endSchedule(
  tx: Transaction,
  { scheduledJob: job }: Pick<ArticleRow, 'scheduledJob'>,
): Promise<typeof NO_SCHEDULE> {
  if (job !== null) await dequeue(tx, job);
  return NO_SCHEDULE;
}

/** Whether the publication of pending changes is scheduled, or is on hold. */
export const schedulesChanges = ({
  scheduledAction,
  pausedSchedule,
}: Pick<ArticleRow, 'scheduledAction' | 'pausedSchedule'>): boolean =>
  (scheduledAction ?? pausedSchedule?.action) === 'publish_changes';
