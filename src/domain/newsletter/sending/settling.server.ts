import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { Outcome } from '#platform/mail/transport.ts';
import type { DeliveryState } from '../delivery.ts';
import { MOST_REFUSALS } from '../subscriber.ts';
import { newsletterDeliveries, newsletterSubscribers } from '../tables.server.ts';
import { type Copy, STOPPED } from './copies.server.ts';
import { oneLine } from './reason.server.ts';

export interface Settled {
  readonly copy: Copy;
  readonly outcome: Outcome;
}

/** What the issue says while copies are settled. */
export interface SettleOptions {
  /** Nothing that was put off is tried again. */
  readonly isStopped: boolean;
  readonly now: Date;
}

/** After so many, spread over some ten hours, a mailbox that is always busy is given up. */
const MOST_ATTEMPTS = 12;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 2 * 3_600_000;

/** Where the result of an attempt is learned late: the copy counts as `unknown`, and a certain end replaces that. */
const UNSETTLED: readonly DeliveryState[] = ['handed_over', 'unknown'];

/**
 * Records the outcomes of copies that were handed over. The caller holds a lock on the row of the issue, if this run
 * still sends it. If not, its copies are `unknown` by now: accepted and refused are recorded all the same, and a copy
 * that was put off stays `unknown`, for a person to decide.
 */
export async function settleCopies(
  tx: Transaction,
  settled: readonly Settled[],
  options: SettleOptions,
): Promise<void> {
  const { now } = options;
  const accepted = settled.filter(({ outcome }) => outcome.state === 'accepted').map(({ copy }) => copy);
  await close(tx, accepted, UNSETTLED, { status: 'accepted', changedAt: now, reason: null });
  await resetRefusals(tx, accepted);
  for (const { copy, outcome } of settled) {
    if (outcome.state === 'deferred') await defer(tx, copy, outcome, options);
    else if (outcome.state !== 'accepted') await end(tx, copy, outcome, now);
  }
}

type Changes = Parameters<ReturnType<Transaction['update']>['set']>[0];

/** Changes those that are in one of the states and still at the same attempt. Returns how many. */
async function close(
  tx: Transaction,
  copies: readonly Copy[],
  from: readonly DeliveryState[],
  changes: Changes,
): Promise<number> {
  if (copies.length === 0) return 0;
  const pairs = sql.join(
    copies.map(({ id, attempts }) => sql`(${id}::uuid, ${attempts}::int)`),
    sql`, `,
  );
  const closed = await tx
    .update(newsletterDeliveries)
    .set(changes)
    .where(
      and(
        sql`(${newsletterDeliveries.id}, ${newsletterDeliveries.attempts}) in (${pairs})`,
        inArray(newsletterDeliveries.status, [...from]),
      ),
    )
    .returning({ id: newsletterDeliveries.id });
  return closed.length;
}

async function end(
  tx: Transaction,
  copy: Copy,
  { state, reason }: { readonly state: 'refused' | 'unknown'; readonly reason: string },
  now: Date,
): Promise<void> {
  const ended = await close(tx, [copy], UNSETTLED, {
    status: state,
    changedAt: now,
    reason: oneLine(reason),
  });
  if (ended > 0 && state === 'refused') await countRefusal(tx, copy);
}

/** Certainly not taken. With the server at fault it goes back as it was; otherwise it waits, longer each time. */
async function defer(
  tx: Transaction,
  copy: Copy,
  { cause, reason }: Extract<Outcome, { state: 'deferred' }>,
  { isStopped, now }: SettleOptions,
): Promise<void> {
  const put = (changes: Changes) => close(tx, [copy], ['handed_over'], { changedAt: now, ...changes });
  if (isStopped) await put({ status: 'skipped', reason: STOPPED });
  else if (cause === 'server')
    await put({ status: 'queued', attempts: sql`${newsletterDeliveries.attempts} - 1` });
  else if (copy.attempts >= MOST_ATTEMPTS)
    await put({
      status: 'refused',
      reason: oneLine(`Given up after ${copy.attempts} attempts. ${reason}`),
    });
  else {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (copy.attempts - 1));
    await put({ status: 'queued', dueAt: new Date(now.getTime() + wait), reason: oneLine(reason) });
  }
}

async function resetRefusals(tx: Transaction, copies: readonly Copy[]): Promise<void> {
  const ids = copies
    .filter(({ subscriber }) => subscriber.refusals > 0)
    .map(({ subscriber }) => subscriber.id);
  if (ids.length === 0) return;
  await tx.update(newsletterSubscribers).set({ refusals: 0 }).where(inArray(newsletterSubscribers.id, ids));
}

/** An address that no mail server wants is not mailed for ever: that is how senders get onto blocklists. */
async function countRefusal(tx: Transaction, { subscriber }: Copy): Promise<void> {
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
        gte(newsletterSubscribers.refusals, MOST_REFUSALS),
      ),
    );
}
