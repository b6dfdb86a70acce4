import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { newsletterDeliveries, newsletterSubscribers } from '../tables.server.ts';

/** A delivery to one recipient that was claimed for an attempt. */
export interface Delivery {
  readonly id: string;
  /**
   * Number of attempts, including this one. Also the fencing token of the attempt: a late outcome is recorded only if no
   * later attempt has started.
   */
  readonly attempts: number;
  readonly subscriber: {
    readonly id: string;
    readonly email: string;
    /** Consecutive refused issues. */
    readonly refusals: number;
  };
}

export interface ClaimOptions {
  readonly limit: number;
  readonly now: Date;
}

/**
 * Claims at most `limit` due deliveries and marks them `handed_over`. The caller commits this before it contacts the mail
 * server, and holds the lease of the issue. Deliveries without a confirmed subscriber are skipped.
 */
export async function claimDeliveries(
  tx: Transaction,
  issueId: string,
  { limit, now }: ClaimOptions,
): Promise<Delivery[]> {
  if (limit <= 0) return [];
  for (;;) {
    const claimed = await claimDue(tx, issueId, { limit, now });
    const deliveries = claimed.flatMap(({ id, attempts, status, subscriberId, email, refusals }) =>
      status === 'handed_over' && subscriberId !== null && email !== null && refusals !== null
        ? [{ id, attempts, subscriber: { id: subscriberId, email, refusals } }]
        : [],
    );
    if (deliveries.length > 0 || claimed.length === 0) return deliveries;
  }
}

/** Uses one statement, because it runs for every few deliveries. Marks those without a confirmed subscriber `skipped`. */
async function claimDue(tx: Transaction, issueId: string, { limit, now }: ClaimOptions) {
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
      .limit(limit),
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

/** Skips all queued deliveries of an issue. The caller holds a lock on the row of the issue. */
export async function skipQueued(tx: Transaction, issueId: string, now: Date): Promise<void> {
  await tx
    .update(newsletterDeliveries)
    .set({ status: 'skipped', changedAt: now, reason: STOPPED_REASON })
    .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'queued')));
}

export const STOPPED_REASON = 'Sending was stopped.';
