import { and, asc, eq, exists, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { webhookDeliveries, webhooks } from '../tables.server.ts';
import type { WebhookDeps } from '../webhook-deps.server.ts';
import type { DueDelivery } from './attempt.server.ts';

/**
 * A run that has not renewed its lease for this long counts as dead. Longer than a request, and shorter than the lease of the
 * job, whose next run continues.
 */
const LEASE_MS = 30_000;

/** The right of one run to send to a webhook. `token` is its fencing token. */
export interface WebhookLease {
  readonly webhookId: string;
  readonly token: string;
}

/** Acquires the lease of a webhook with a due delivery that no other run has, in any process. Null if there is none. */
export async function acquireLease({ database, clock }: WebhookDeps): Promise<WebhookLease | null> {
  const now = clock();
  const token = uuidv7();
  const due = database.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhooks.id), isDue(now)));
  const free = database.db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.isEnabled, true),
        or(isNull(webhooks.leasedUntil), lte(webhooks.leasedUntil, now)),
        exists(due),
      ),
    )
    .limit(1)
    .for('no key update', { skipLocked: true });
  const [leased] = await database.db
    .update(webhooks)
    .set({ lease: token, leasedUntil: leaseEnd(now) })
    .where(eq(webhooks.id, sql`(${free})`))
    .returning({ webhookId: webhooks.id });
  return leased === undefined ? null : { ...leased, token };
}

/** The oldest due delivery of the webhook. Null if there is none, and if the lease or the webhook has ended. */
export async function findDueDelivery(
  { database, clock }: WebhookDeps,
  lease: WebhookLease,
): Promise<DueDelivery | null> {
  const [due] = await database.db
    .select({ webhook: webhooks, delivery: webhookDeliveries })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(isHeldBy(lease), eq(webhooks.isEnabled, true), isDue(clock())))
    .orderBy(asc(webhookDeliveries.dueAt), asc(webhookDeliveries.id))
    .limit(1);
  return due ?? null;
}

/** Renews the lease and locks the row of the webhook. False if another run has taken over, or it was deleted. */
export async function renewLease(tx: Transaction, lease: WebhookLease, now: Date): Promise<boolean> {
  const renewed = await tx
    .update(webhooks)
    .set({ leasedUntil: leaseEnd(now) })
    .where(isHeldBy(lease))
    .returning({ id: webhooks.id });
  return renewed.length > 0;
}

export async function releaseLease({ database }: WebhookDeps, lease: WebhookLease): Promise<void> {
  await database.db.update(webhooks).set({ lease: null, leasedUntil: null }).where(isHeldBy(lease));
}

/** Whether a delivery is due that a run could take. */
export async function hasDueDelivery(db: Db, now: Date): Promise<boolean> {
  return (await db.$count(webhookDeliveries, isDue(now))) > 0;
}

const isDue = (now: Date) => and(eq(webhookDeliveries.state, 'pending'), lte(webhookDeliveries.dueAt, now));
const isHeldBy = ({ webhookId, token }: WebhookLease) =>
  and(eq(webhooks.id, webhookId), eq(webhooks.lease, token));
const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);
