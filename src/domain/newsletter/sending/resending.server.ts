import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { Refusal } from '#platform/refusal.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import { issueSending } from './issue-sending.ts';

/**
 * Sends the copies again of which nobody knows whether they arrived. Some get it twice then, with the same Message-ID;
 * that is for a person to decide and never happens by itself. Refuses `conflict` for an issue that was stopped and for
 * one without such copies. Returns how many.
 */
export async function resendUnknown(
  { database, clock }: NewsletterParts,
  actor: Actor,
  issueId: string,
): Promise<number> {
  requireEditor(actor);
  return database.transaction(async (tx) => {
    const now = clock();
    // Locked first, as everywhere: copies are locked after their issue.
    const isThis = eq(newsletterIssues.id, issueId);
    const [issue] = await tx.select().from(newsletterIssues).where(isThis).for('update');
    if (issue?.stopped === true)
      throw new Refusal('conflict', 'Sending this issue was stopped: nothing of it is sent again.');
    const again = await tx
      .update(newsletterDeliveries)
      .set({ status: 'queued', dueAt: now, changedAt: now, reason: null })
      .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'unknown')))
      .returning({ id: newsletterDeliveries.id });
    if (again.length === 0) throw new Refusal('conflict', 'No copy of this issue is in doubt.');
    await tx
      .update(newsletterIssues)
      .set({ status: 'sending', sentAt: null })
      .where(and(isThis, inArray(newsletterIssues.status, ['sending', 'sent'])));
    await enqueue(tx, issueSending, { issueId });
    return again.length;
  });
}
