import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { SubscriberState } from './subscriber.ts';
import { suppress } from './subscribers/suppression.server.ts';
import { newsletterDeliveries, newsletterSubscribers as subscribers } from './tables.server.ts';

/** All that is kept about an address in the newsletter. */
export interface HeldSubscription {
  readonly status: SubscriberState;
  readonly source: 'form' | 'import';
  readonly consent: string;
  readonly createdAt: Date;
  readonly askedAt: Date;
  readonly confirmationMailedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly unsubscribedAt: Date | null;
  /** Issues that were handed to the mail server for it, as far as that is still known. */
  readonly issues: number;
}

const isSubscribed = inArray(subscribers.status, ['pending', 'confirmed', 'suspended']);

/** By the address, lower-cased; null when there is no subscription. */
export async function findSubscriptionOf(
  db: Db | Transaction,
  email: string,
): Promise<HeldSubscription | null> {
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

/** Ends a subscription. Again, or without there being one, is no mistake. */
export async function unsubscribeAddress(tx: Transaction, email: string, now: Date): Promise<void> {
  await tx
    .update(subscribers)
    .set({ status: 'unsubscribed', unsubscribedAt: now, confirmationWithheldAt: null })
    .where(and(eq(subscribers.email, email), isSubscribed));
}

/** Deletes all of it, and remembers by a keyed hash that it was. True when there was anything. */
export async function forgetAddress(
  tx: Transaction,
  { key, email, now }: { readonly key: string; readonly email: string; readonly now: Date },
): Promise<boolean> {
  const gone = await tx
    .delete(subscribers)
    .where(eq(subscribers.email, email))
    .returning({ email: subscribers.email, status: subscribers.status });
  await suppress(tx, key, gone, now);
  return gone.length > 0;
}
