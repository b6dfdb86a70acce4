import { and, eq, inArray, notInArray, type SQL } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { SubscriberState } from './subscriber.ts';
import { recordEnded } from './subscriber-events.server.ts';
import { suppress } from './subscribers/suppression.server.ts';
import { newsletterDeliveries, newsletterSubscribers as subscribers } from './tables.server.ts';

/** All data the newsletter stores about an address. */
export interface SubscriptionData {
  readonly status: SubscriberState;
  readonly source: 'form' | 'import';
  readonly consent: string;
  readonly createdAt: Date;
  readonly askedAt: Date;
  readonly confirmationMailedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly unsubscribedAt: Date | null;
  /** Number of issues that were handed to the mail server for this address, as far as delivery records still exist. */
  readonly issues: number;
}

const isSubscribed = inArray(subscribers.status, ['pending', 'confirmed', 'suspended']);

/**
 * Null when the address has no subscription.
 *
 * @param email in lower case
 */
export async function findSubscriptionByEmail(
  db: Db | Transaction,
  email: string,
): Promise<SubscriptionData | null> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email)).limit(1);
  if (row === undefined) return null;
  const { status, source, consent, createdAt, askedAt, confirmationMailedAt, confirmedAt, unsubscribedAt } =
    row;
  const issues = await db.$count(
    newsletterDeliveries,
    and(
      eq(newsletterDeliveries.subscriberId, row.id),
      notInArray(newsletterDeliveries.status, ['queued', 'skipped']),
    ),
  );
  return {
    status,
    source,
    consent,
    createdAt,
    askedAt,
    confirmationMailedAt,
    confirmedAt,
    unsubscribedAt,
    issues,
  };
}

/** Ends a subscription. Idempotent; does nothing without a subscription. */
export async function unsubscribeByEmail(tx: Transaction, email: string, now: Date): Promise<void> {
  await endSubscription(tx, eq(subscribers.email, email), now);
}

/** Ends the subscription that a condition selects, if it has not ended before. */
export async function endSubscription(tx: Transaction, isSelected: SQL, now: Date): Promise<void> {
  const ended = await tx
    .select({ id: subscribers.id, status: subscribers.status })
    .from(subscribers)
    .where(and(isSelected, isSubscribed))
    .for('update');
  for (const { id } of ended)
    await tx
      .update(subscribers)
      .set({ status: 'unsubscribed', unsubscribedAt: now, confirmationWithheldAt: null })
      .where(eq(subscribers.id, id));
  await recordEnded(tx, ended, 'unsubscribed');
}

/** Deletes the data of an address and stores a keyed hash of it as suppression. True if there was any data. */
export async function deleteSubscriberByEmail(
  tx: Transaction,
  { key, email, now }: { readonly key: string; readonly email: string; readonly now: Date },
): Promise<boolean> {
  const deleted = await tx
    .delete(subscribers)
    .where(eq(subscribers.email, email))
    .returning({ id: subscribers.id, email: subscribers.email, status: subscribers.status });
  await suppress(tx, key, deleted, now);
  await recordEnded(tx, deleted, 'deleted');
  return deleted.length > 0;
}
