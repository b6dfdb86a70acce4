import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/durations.ts';
import type { DeliveryResult } from '#platform/mail/transport.ts';
import { sanitizeReason } from '#platform/sanitize-reason.server.ts';
import type { DeliveryState } from '../delivery.ts';
import { MAX_REFUSALS } from '../subscriber.ts';
import { newsletterDeliveries, newsletterSubscribers } from '../tables.server.ts';
import { type Delivery, STOPPED_REASON } from './deliveries.server.ts';

export interface DeliveryOutcome {
  readonly delivery: Delivery;
  readonly outcome: DeliveryResult;
}

/** State of the issue while outcomes are recorded. */
export interface RecordOptions {
  /** Sending was stopped, so a deferred delivery is not tried again. */
  readonly isStopped: boolean;
  readonly now: Date;
}

/** Attempts per delivery, which the backoff spreads over about ten hours. */
const MAX_ATTEMPTS = 12;
const FIRST_BACKOFF_MS = 60_000;
const MAX_BACKOFF_MS = 2 * HOUR_MS;

/** States that a final outcome may replace. A delivery is `unknown` already if its outcome arrives late. */
const REPLACEABLE_STATES: readonly DeliveryState[] = ['handed_over', 'unknown'];

/**
 * Records the outcomes of deliveries. The caller holds a lock on the row of the issue, unless another run has taken over.
 * In that case the deliveries are `unknown` already: accepted and refused outcomes are recorded all the same, and a
 * deferred delivery stays `unknown` until a person decides.
 */
export async function recordOutcomes(
  tx: Transaction,
  results: readonly DeliveryOutcome[],
  options: RecordOptions,
): Promise<void> {
  const { now } = options;
  const accepted = results
    .filter(({ outcome }) => outcome.state === 'accepted')
    .map(({ delivery }) => delivery);
  await updateDeliveries(tx, accepted, REPLACEABLE_STATES, {
    status: 'accepted',
    changedAt: now,
    reason: null,
  });
  await resetRefusals(tx, accepted);
  for (const { delivery, outcome } of results) {
    if (outcome.state === 'deferred') await defer(tx, delivery, outcome, options);
    else if (outcome.state !== 'accepted') await recordFinal(tx, delivery, outcome, now);
  }
}

type Changes = Parameters<ReturnType<Transaction['update']>['set']>[0];

/** Updates the deliveries that are in one of the states and still at the same attempt. Returns their number. */
async function updateDeliveries(
  tx: Transaction,
  deliveries: readonly Delivery[],
  from: readonly DeliveryState[],
  changes: Changes,
): Promise<number> {
  if (deliveries.length === 0) return 0;
  const pairs = sql.join(
    deliveries.map(({ id, attempts }) => sql`(${id}::uuid, ${attempts}::int)`),
    sql`, `,
  );
  const updated = await tx
    .update(newsletterDeliveries)
    .set(changes)
    .where(
      and(
        sql`(${newsletterDeliveries.id}, ${newsletterDeliveries.attempts}) in (${pairs})`,
        inArray(newsletterDeliveries.status, [...from]),
      ),
    )
    .returning({ id: newsletterDeliveries.id });
  return updated.length;
}

async function recordFinal(
  tx: Transaction,
  delivery: Delivery,
  { state, reason }: { readonly state: 'refused' | 'unknown'; readonly reason: string },
  now: Date,
): Promise<void> {
  const updated = await updateDeliveries(tx, [delivery], REPLACEABLE_STATES, {
    status: state,
    changedAt: now,
    reason: sanitizeReason(reason),
  });
  if (updated > 0 && state === 'refused') await countRefusal(tx, delivery);
}

/**
 * Handles a delivery that was certainly not accepted. After a stop it is skipped. If the server was the cause, it is
 * requeued and the attempt does not count. Otherwise it is requeued with exponential backoff, or refused after
 * `MAX_ATTEMPTS`.
 */
async function defer(
  tx: Transaction,
  delivery: Delivery,
  { cause, reason }: Extract<DeliveryResult, { state: 'deferred' }>,
  { isStopped, now }: RecordOptions,
): Promise<void> {
  const update = (changes: Changes) =>
    updateDeliveries(tx, [delivery], ['handed_over'], { changedAt: now, ...changes });
  if (isStopped) await update({ status: 'skipped', reason: STOPPED_REASON });
  else if (cause === 'server')
    await update({ status: 'queued', attempts: sql`${newsletterDeliveries.attempts} - 1` });
  else if (delivery.attempts >= MAX_ATTEMPTS)
    await update({
      status: 'refused',
      reason: sanitizeReason(`Failed after ${delivery.attempts} attempts. ${reason}`),
    });
  else {
    const wait = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (delivery.attempts - 1));
    await update({ status: 'queued', dueAt: new Date(now.getTime() + wait), reason: sanitizeReason(reason) });
  }
}

async function resetRefusals(tx: Transaction, deliveries: readonly Delivery[]): Promise<void> {
  const ids = deliveries
    .filter(({ subscriber }) => subscriber.refusals > 0)
    .map(({ subscriber }) => subscriber.id);
  if (ids.length === 0) return;
  await tx.update(newsletterSubscribers).set({ refusals: 0 }).where(inArray(newsletterSubscribers.id, ids));
}

/** Suspends an address after repeated refusals, because senders that keep emailing such addresses get onto blocklists. */
async function countRefusal(tx: Transaction, { subscriber }: Delivery): Promise<void> {
  const isThis = eq(newsletterSubscribers.id, subscriber.id);
  await tx
    .update(newsletterSubscribers)
    .set({ refusals: sql`${newsletterSubscribers.refusals} + 1` })
    .where(isThis);
  await tx
    .update(newsletterSubscribers)
    .set({ status: 'suspended' })
    .where(
      and(
        isThis,
        eq(newsletterSubscribers.status, 'confirmed'),
        gte(newsletterSubscribers.refusals, MAX_REFUSALS),
      ),
    );
}
