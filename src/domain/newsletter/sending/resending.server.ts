import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import { sendIssueJobKind } from './send-issue-job-kind.ts';

/**
 * Sends the deliveries in state `unknown` again and returns their number. Some recipients then get the email twice, with
 * the same Message-ID, so only a person can decide this. Throws `conflict` for an issue that was stopped or has
 * no such deliveries.
 */
export async function resendUnknown(
  { database, clock }: NewsletterDeps,
  actor: Actor,
  issueId: string,
): Promise<number> {
  requirePermission(actor, 'newsletter.send');
  return database.transaction(async (tx) => {
    const now = clock();
    // Lock order, as everywhere: the issue first, then its deliveries.
    const isThis = eq(newsletterIssues.id, issueId);
    const [issue] = await tx.select().from(newsletterIssues).where(isThis).for('update');
    if (issue?.stopped === true)
      throw new DomainError('conflict', 'Sending of this issue was stopped, so nothing can be sent again.');
    const requeued = await tx
      .update(newsletterDeliveries)
      .set({ status: 'queued', dueAt: now, changedAt: now, reason: null })
      .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'unknown')))
      .returning({ id: newsletterDeliveries.id });
    if (requeued.length === 0) throw new DomainError('conflict', 'No delivery of this issue is unconfirmed.');
    await tx
      .update(newsletterIssues)
      .set({ status: 'sending', sentAt: null })
      .where(and(isThis, inArray(newsletterIssues.status, ['sending', 'sent'])));
    await recordEvent(tx, actor, {
      action: 'newsletter_resent',
      object: { id: issueId, name: issue?.subject ?? '' },
      detail: String(requeued.length),
    });
    await enqueue(tx, sendIssueJobKind, { issueId });
    return requeued.length;
  });
}
