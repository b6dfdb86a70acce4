import { and, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm';
import { readSettings } from '#domain/site/settings.server.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { suppress } from './subscribers/suppression.server.ts';
import {
  newsletterDeliveries as deliveries,
  newsletterIssues as issues,
  newsletterSubscribers as subscribers,
} from './tables.server.ts';

const DAY_MS = 86_400_000;
/** Rows at a time, and how many times in one run; it comes again within the hour. */
const AT_ONCE = 1_000;
const MOST_BATCHES = 50;

/**
 * Forgets who is none of our business any more: addresses that somebody entered and nobody confirmed, those that left
 * long ago, and who was sent an issue long ago.
 */
export async function forgetOld(parts: NewsletterParts, signal: AbortSignal): Promise<void> {
  const kept = await readSettings(parts.database.db);
  const now = parts.clock().getTime();
  const before = (days: number) => new Date(now - days * DAY_MS);
  const { newsletter_unsubscribed_kept_days: leftDays, newsletter_copies_kept_days: copiesDays } = kept;
  const unconfirmed = and(
    eq(subscribers.status, 'pending'),
    lt(subscribers.askedAt, before(kept.newsletter_unconfirmed_kept_days)),
  );
  await inBatches(signal, () => forgetSubscribers(parts, unconfirmed));
  if (leftDays !== null) {
    const left = and(
      eq(subscribers.status, 'unsubscribed'),
      lt(subscribers.unsubscribedAt, before(leftDays)),
    );
    await inBatches(signal, () => forgetSubscribers(parts, left));
  }
  if (copiesDays !== null) await inBatches(signal, () => forgetRecipients(parts, before(copiesDays)));
}

/** As long as a batch is full. */
async function inBatches(signal: AbortSignal, forgetSome: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES && !signal.aborted; batch++)
    if ((await forgetSome()) < AT_ONCE) return;
}

async function forgetSubscribers(
  { database, clock, key }: NewsletterParts,
  which: SQL | undefined,
): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx.select({ id: subscribers.id }).from(subscribers).where(which).limit(AT_ONCE);
    const gone = await tx
      .delete(subscribers)
      .where(inArray(subscribers.id, old))
      .returning({ email: subscribers.email, status: subscribers.status });
    // Who left is not to be added again by a list; who was only entered by somebody leaves no trace.
    const left = gone.filter(({ status }) => status !== 'pending');
    await suppress(tx, key, left, clock());
    return gone.length;
  });
}

/** The rows stay, so that an issue keeps its numbers; whom they were about is forgotten. */
async function forgetRecipients({ database }: NewsletterParts, before: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .innerJoin(issues, eq(issues.id, deliveries.issueId))
      .where(and(eq(issues.status, 'sent'), lt(issues.sentAt, before), isNotNull(deliveries.subscriberId)))
      .limit(AT_ONCE);
    const forgotten = await tx
      .update(deliveries)
      .set({ subscriberId: null })
      .where(inArray(deliveries.id, old))
      .returning({ id: deliveries.id });
    return forgotten.length;
  });
}
