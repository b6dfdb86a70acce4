import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { newsletterDeliveries, newsletterSubscribers } from '../tables.server.ts';

/** One recipient's copy on its way. */
export interface Copy {
  readonly id: string;
  /**
   * Counting this attempt. It is also the fencing token of the attempt: what is learned late is recorded only while no
   * later attempt has begun.
   */
  readonly attempts: number;
  readonly subscriber: {
    readonly id: string;
    readonly email: string;
    /** Issues in a row that were refused. */
    readonly refusals: number;
  };
}

export interface TakeOptions {
  readonly most: number;
  readonly now: Date;
}

/**
 * Takes the next copies, `most` at most, and records that they are handed over: the commit comes before any mail server
 * hears of them. Who has unsubscribed or was deleted since is skipped. The caller holds the lease of the issue.
 */
export async function takeCopies(
  tx: Transaction,
  issueId: string,
  { most, now }: TakeOptions,
): Promise<Copy[]> {
  if (most <= 0) return [];
  for (;;) {
    const taken = await takeDue(tx, issueId, { most, now });
    const copies = taken.flatMap(({ id, attempts, status, subscriberId, email, refusals }) =>
      status === 'handed_over' && subscriberId !== null && email !== null && refusals !== null
        ? [{ id, attempts, subscriber: { id: subscriberId, email, refusals } }]
        : [],
    );
    if (copies.length > 0 || taken.length === 0) return copies;
  }
}

/** One statement, for it is run for every few copies. Those without a confirmed subscriber are `skipped` after it. */
async function takeDue(tx: Transaction, issueId: string, { most, now }: TakeOptions) {
  const due = tx.$with('due').as(
    tx
      .select({
        id: newsletterDeliveries.id,
        subscriberId: sql<string | null>`${newsletterSubscribers.id}`.as('subscriber'),
        email: newsletterSubscribers.email,
        refusals: newsletterSubscribers.refusals,
        isConfirmed: sql<boolean>`${newsletterSubscribers.status} is not distinct from 'confirmed'`.as(
          'is_confirmed',
        ),
      })
      .from(newsletterDeliveries)
      .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
      .where(
        and(
          eq(newsletterDeliveries.issueId, issueId),
          eq(newsletterDeliveries.status, 'queued'),
          lte(newsletterDeliveries.dueAt, now),
        ),
      )
      .orderBy(asc(newsletterDeliveries.dueAt), asc(newsletterDeliveries.id))
      .limit(most),
  );
  return tx
    .with(due)
    .update(newsletterDeliveries)
    .set({
      status: sql`case when ${due.isConfirmed} then 'handed_over' else 'skipped' end`,
      attempts: sql`${newsletterDeliveries.attempts} + ${due.isConfirmed}::int`,
      changedAt: now,
    })
    .from(due)
    .where(eq(newsletterDeliveries.id, due.id))
    .returning({
      id: newsletterDeliveries.id,
      attempts: newsletterDeliveries.attempts,
      status: newsletterDeliveries.status,
      subscriberId: due.subscriberId,
      email: due.email,
      refusals: due.refusals,
    });
}

/** Sends nothing of the issue that has not been taken. The caller holds a lock on the row of the issue. */
export async function skipQueued(tx: Transaction, issueId: string, now: Date): Promise<void> {
  await tx
    .update(newsletterDeliveries)
    .set({ status: 'skipped', changedAt: now, reason: STOPPED })
    .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'queued')));
}

export const STOPPED = 'Sending was stopped.';
