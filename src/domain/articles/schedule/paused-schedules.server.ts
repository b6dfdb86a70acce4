import { asc, eq } from 'drizzle-orm';
import type { EventActor } from '#domain/accounts/audit/record-event.server.ts';
import { findScope, type Role, ROLES } from '#domain/accounts/permissions.ts';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { dequeue } from '#platform/jobs/enqueue.server.ts';
import { auditArticle } from '../article-audit.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';

/** Who has scheduled something, and with which role from now on. */
interface Scheduler {
  readonly userId: string;
  readonly name: string;
  /** Null if the person has no access to the newsroom. */
  readonly role: Role | null;
}

/** Holds what a person has scheduled and may not publish any more. */
export async function pauseSchedulesOf(
  tx: Transaction,
  actor: EventActor | null,
  scheduler: Scheduler,
): Promise<void> {
  const scheduled = await tx
    .select()
    .from(articles)
    .where(eq(articles.scheduledBy, scheduler.userId))
    .orderBy(asc(articles.id))
    .for('update');
  for (const article of scheduled)
    if (!mayPublish(scheduler, article)) await pauseSchedule(tx, actor, article, scheduler.name);
}

/**
 * Holds a schedule that is due, and resolves to true, if the person who made it is not in the newsroom any more or may not publish
 * the article. Whatever took the permission away, nothing happens in the name of that person.
 */
export async function pauseIfNotPermitted(tx: Transaction, article: ArticleRow): Promise<boolean> {
  const { scheduledBy } = article;
  const scheduler = scheduledBy === null ? null : await findScheduler(tx, scheduledBy);
  if (scheduler !== null && mayPublish(scheduler, article)) return false;
  await pauseSchedule(tx, null, article, scheduler?.name ?? '');
  return true;
}

async function findScheduler(tx: Transaction, userId: string): Promise<Scheduler | null> {
  const [row] = await tx
    .select({ name: user.name, suspendedAt: user.suspendedAt, role: userRoles.role })
    .from(user)
    .leftJoin(userRoles, eq(userRoles.userId, user.id))
    .where(eq(user.id, userId));
  if (row === undefined) return null;
  const role = row.suspendedAt === null ? ROLES.find((known) => known === row.role) : undefined;
  return { userId, name: row.name, role: role ?? null };
}

function mayPublish({ userId, role }: Scheduler, { createdBy }: ArticleRow): boolean {
  const scope = findScope(role, 'article.publish');
  return scope === 'all' || (scope === 'own' && createdBy === userId);
}

async function pauseSchedule(
  tx: Transaction,
  actor: EventActor | null,
  article: ArticleRow,
  byName: string,
): Promise<void> {
  const { scheduledAction: action, scheduledAt: at, scheduledJob: job } = article;
  if (action === null || at === null) return;
  if (job !== null) await dequeue(tx, job);
  const none = { scheduledAction: null, scheduledAt: null, scheduledBy: null, scheduledJob: null };
  await tx
    .update(articles)
    .set({ ...none, pausedSchedule: { action, at: at.toISOString(), byName } })
    .where(eq(articles.id, article.id));
  const detail = `${action} at ${at.toISOString()}${byName === '' ? '' : `, scheduled by ${byName}`}`;
  await auditArticle(tx, actor, article, { action: 'article_schedule_paused', detail });
}
