import { and, asc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { redactLine } from '#platform/log.server.ts';
import type { Outcome } from '#platform/mail/transport.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { MOST_REFUSALS } from '../subscriber.ts';
import { newsletterDeliveries, newsletterSubscribers } from '../tables.server.ts';
import { renewLease } from './sender-lease.server.ts';

/** One recipient's copy on its way. */
export interface Copy {
  readonly id: string;
  /** Counting this attempt. */
  readonly attempts: number;
  readonly subscriber: { readonly id: string; readonly email: string };
}

export interface Sending {
  readonly issueId: string;
  readonly sender: string;
}

/** After so many, spread over some ten hours, a mailbox that is always busy is given up. */
const MOST_ATTEMPTS = 12;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 2 * 3_600_000;
const LONGEST_REASON = 300;

/**
 * Takes the next copies and writes down that they are handed over, before any mail server hears of them. Who has
 * unsubscribed or was deleted since is skipped. Null when the issue is not this run's any more.
 */
export async function takeCopies(
  { database, clock }: NewsletterParts,
  { issueId, sender }: Sending,
  most: number,
): Promise<Copy[] | null> {
  return database.transaction(async (tx) => {
    const now = clock();
    if (!(await renewLease(tx, issueId, sender, now))) return null;
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
  });
}

const listDue = (tx: Transaction, issueId: string, now: Date, most: number) =>
  tx
    .select({
      id: newsletterDeliveries.id,
      attempts: newsletterDeliveries.attempts,
      subscriberId: newsletterSubscribers.id,
      email: newsletterSubscribers.email,
      status: newsletterSubscribers.status,
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
  const copies = due.flatMap(({ id, attempts, subscriberId, email, status }) =>
    subscriberId !== null && email !== null && status === 'confirmed'
      ? [{ id, attempts: attempts + 1, subscriber: { id: subscriberId, email } }]
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

export interface Settled {
  readonly copy: Copy;
  readonly outcome: Outcome;
}

/**
 * Writes down what became of copies that were handed over. Also for one that counts as unknown by now, because this
 * process stood still for minutes: what is learned late is still true.
 */
export async function settleCopies(
  { database, clock }: NewsletterParts,
  settled: readonly Settled[],
): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    const accepted = settled.filter(({ outcome }) => outcome.state === 'accepted').map(({ copy }) => copy);
    await close(tx, accepted, { status: 'accepted', changedAt: now, reason: null });
    await countNoRefusal(tx, accepted);
    for (const { copy, outcome } of settled) {
      if (outcome.state === 'accepted') continue;
      const reason = shown(outcome.reason);
      if (outcome.state === 'deferred') await defer(tx, copy, reason, now);
      else await close(tx, [copy], { status: outcome.state, changedAt: now, reason });
      if (outcome.state === 'refused') await countRefusal(tx, copy);
    }
  });
}

/** As if they had not been taken: the process is ending, and no mail server has heard of them. */
export async function putBack({ database }: NewsletterParts, copies: readonly Copy[]): Promise<void> {
  await database.transaction((tx) =>
    close(tx, copies, { status: 'queued', attempts: sql`${newsletterDeliveries.attempts} - 1` }),
  );
}

async function close(tx: Transaction, copies: readonly Copy[], changes: Changes): Promise<void> {
  if (copies.length === 0) return;
  const ids = copies.map(({ id }) => id);
  await tx
    .update(newsletterDeliveries)
    .set(changes)
    .where(
      and(
        inArray(newsletterDeliveries.id, ids),
        inArray(newsletterDeliveries.status, ['handed_over', 'unknown']),
      ),
    );
}

async function defer(tx: Transaction, copy: Copy, reason: string, now: Date): Promise<void> {
  if (copy.attempts >= MOST_ATTEMPTS) {
    const last = `Given up after ${copy.attempts} attempts. ${reason}`;
    return close(tx, [copy], { status: 'refused', changedAt: now, reason: last });
  }
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (copy.attempts - 1));
  const dueAt = new Date(now.getTime() + wait);
  return close(tx, [copy], { status: 'queued', changedAt: now, dueAt, reason });
}

async function countNoRefusal(tx: Transaction, copies: readonly Copy[]): Promise<void> {
  if (copies.length === 0) return;
  const ids = copies.map(({ subscriber }) => subscriber.id);
  await tx
    .update(newsletterSubscribers)
    .set({ refusals: 0 })
    .where(and(inArray(newsletterSubscribers.id, ids), gt(newsletterSubscribers.refusals, 0)));
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

/** One line without addresses: mail servers like to repeat them. */
function shown(reason: string): string {
  return redactLine(reason.replaceAll(/\s+/g, ' ')).slice(0, LONGEST_REASON);
}
