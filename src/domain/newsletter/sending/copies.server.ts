import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
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

/**
 * Takes the next copies, `most` at most, and records that they are handed over: the commit comes before any mail server
 * hears of them. Who has unsubscribed or was deleted since is skipped. The caller holds the lease of the issue.
 */
export async function takeCopies(
  tx: Transaction,
  issueId: string,
  { most, now }: { readonly most: number; readonly now: Date },
): Promise<Copy[]> {
  if (most <= 0) return [];
  for (;;) {
    const due = await listDue(tx, issueId, now, most);
    if (due.length === 0) return [];
    const [copies, others] = split(due);
    await mark(tx, others, { status: 'skipped', changedAt: now });
    await mark(
      tx,
      copies.map(({ id }) => id),
      { status: 'handed_over', changedAt: now, attempts: sql`${newsletterDeliveries.attempts} + 1` },
    );
    if (copies.length > 0) return copies;
  }
}

/** Sends nothing of the issue that has not been taken. The caller holds a lock on the row of the issue. */
export async function skipQueued(tx: Transaction, issueId: string, now: Date): Promise<void> {
  await tx
    .update(newsletterDeliveries)
    .set({ status: 'skipped', changedAt: now, reason: STOPPED })
    .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'queued')));
}

export const STOPPED = 'Sending was stopped.';

const listDue = (tx: Transaction, issueId: string, now: Date, most: number) =>
  tx
    .select({
      id: newsletterDeliveries.id,
      attempts: newsletterDeliveries.attempts,
      subscriberId: newsletterSubscribers.id,
      email: newsletterSubscribers.email,
      status: newsletterSubscribers.status,
      refusals: newsletterSubscribers.refusals,
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
    .limit(most);

function split(due: Awaited<ReturnType<typeof listDue>>): [Copy[], string[]] {
  const copies = due.flatMap(({ id, attempts, subscriberId, email, status, refusals }) =>
    subscriberId !== null && email !== null && refusals !== null && status === 'confirmed'
      ? [{ id, attempts: attempts + 1, subscriber: { id: subscriberId, email, refusals } }]
      : [],
  );
  const taken = new Set(copies.map(({ id }) => id));
  return [copies, due.flatMap(({ id }) => (taken.has(id) ? [] : [id]))];
}

type Changes = Parameters<ReturnType<Transaction['update']>['set']>[0];

async function mark(tx: Transaction, ids: readonly string[], changes: Changes): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(newsletterDeliveries)
    .set(changes)
    .where(inArray(newsletterDeliveries.id, [...ids]));
}
