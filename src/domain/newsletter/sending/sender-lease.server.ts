import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';

/** Longer than a batch takes: a run that has not renewed it for so long is gone. */
const LEASE_MS = 90_000;

/**
 * Makes this run the only one that sends the issue, and returns its name, or null when another one is at it, or the issue
 * is not being sent, or is to wait. Copies that were handed over by whoever went before are `unknown` now: that run is
 * gone and has not written down what became of them.
 */
export async function takeIssue(
  { database, clock }: NewsletterParts,
  issueId: string,
): Promise<{ sender: string; issue: typeof newsletterIssues.$inferSelect } | null> {
  return database.transaction(async (tx) => {
    const now = clock();
    const sender = uuidv7();
    const [issue] = await tx
      .update(newsletterIssues)
      .set({ sender, senderUntil: until(now) })
      .where(
        and(
          eq(newsletterIssues.id, issueId),
          eq(newsletterIssues.status, 'sending'),
          or(isNull(newsletterIssues.senderUntil), lte(newsletterIssues.senderUntil, now)),
          or(isNull(newsletterIssues.pausedUntil), lte(newsletterIssues.pausedUntil, now)),
        ),
      )
      .returning();
    if (issue === undefined) return null;
    await tx
      .update(newsletterDeliveries)
      .set({ status: 'unknown', changedAt: now, reason: 'The process ended while it was handed over.' })
      .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'handed_over')));
    return { sender, issue };
  });
}

/** False when the issue is not this run's any more. */
export async function renewLease(
  tx: Transaction,
  issueId: string,
  sender: string,
  now: Date,
): Promise<boolean> {
  const renewed = await tx
    .update(newsletterIssues)
    .set({ senderUntil: until(now) })
    .where(isMine(issueId, sender))
    .returning({ id: newsletterIssues.id });
  return renewed.length > 0;
}

export async function releaseIssue(
  { database }: NewsletterParts,
  issueId: string,
  sender: string,
): Promise<void> {
  await database.db
    .update(newsletterIssues)
    .set({ sender: null, senderUntil: null })
    .where(isMine(issueId, sender));
}

const isMine = (issueId: string, sender: string) =>
  and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.sender, sender));
const until = (now: Date) => new Date(now.getTime() + LEASE_MS);
