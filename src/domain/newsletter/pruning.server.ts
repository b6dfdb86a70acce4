import { and, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm';
import { readSettings } from '#domain/site/settings.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { suppress } from './subscribers/suppression.server.ts';
import {
  newsletterDeliveries as deliveries,
  newsletterIssues as issues,
  newsletterSubscribers as subscribers,
} from './tables.server.ts';

/** Rows in one transaction. */
const BATCH_SIZE = 1_000;
/** Batches in one run. The next run follows within an hour. */
const MAX_BATCHES = 50;

/**
 * Applies the retention periods of the newsletter: deletes unconfirmed and unsubscribed addresses, and removes the
 * recipients from old delivery records.
 */
export async function pruneNewsletter(deps: NewsletterDeps, signal: AbortSignal): Promise<void> {
  const settings = await readSettings(deps.database.db);
  const now = deps.clock().getTime();
  const before = (days: number) => new Date(now - days * DAY_MS);
  const {
    newsletter_unsubscribed_retention_days: leftDays,
    newsletter_deliveries_retention_days: deliveriesDays,
  } = settings;
  const unconfirmed = and(
    eq(subscribers.status, 'pending'),
    lt(subscribers.askedAt, before(settings.newsletter_unconfirmed_retention_days)),
  );
  await inBatches(signal, () => deleteSubscribers(deps, unconfirmed));
  if (leftDays !== null) {
    const left = and(
      eq(subscribers.status, 'unsubscribed'),
      lt(subscribers.unsubscribedAt, before(leftDays)),
    );
    await inBatches(signal, () => deleteSubscribers(deps, left));
  }
  if (deliveriesDays !== null)
    await inBatches(signal, () => anonymizeDeliveries(deps, before(deliveriesDays)));
}

/** Repeats until a batch is not full. */
async function inBatches(signal: AbortSignal, runBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    signal.throwIfAborted();
    if ((await runBatch()) < BATCH_SIZE) return;
  }
}

async function deleteSubscribers(
  { database, clock, key }: NewsletterDeps,
  which: SQL | undefined,
): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx.select({ id: subscribers.id }).from(subscribers).where(which).limit(BATCH_SIZE);
    const deleted = await tx
      .delete(subscribers)
      .where(inArray(subscribers.id, old))
      .returning({ email: subscribers.email, status: subscribers.status });
    // Unsubscribed addresses are suppressed, so that no import adds them again. Unconfirmed ones leave no record.
    const left = deleted.filter(({ status }) => status !== 'pending');
    await suppress(tx, key, left, clock());
    return deleted.length;
  });
}

/** Removes the recipients from delivery records. The rows stay, so that the totals of an issue stay correct. */
async function anonymizeDeliveries({ database }: NewsletterDeps, before: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .innerJoin(issues, eq(issues.id, deliveries.issueId))
      .where(and(eq(issues.status, 'sent'), lt(issues.sentAt, before), isNotNull(deliveries.subscriberId)))
      .limit(BATCH_SIZE);
    const anonymized = await tx
      .update(deliveries)
      .set({ subscriberId: null })
      .where(inArray(deliveries.id, old))
      .returning({ id: deliveries.id });
    return anonymized.length;
  });
}
