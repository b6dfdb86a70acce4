import { and, eq } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { Refusal } from '#platform/refusal.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterDeliveries, newsletterIssues } from '../tables.server.ts';
import { issueSending } from './issue-sending.ts';

/** Sends no further copy. What has gone has gone; refuses `conflict` for an issue that is not being sent. */
export async function stopSending(
  { database, clock }: NewsletterParts,
  actor: Actor,
  issueId: string,
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const stopped = await tx
      .update(newsletterIssues)
      .set({ stopped: true, pausedUntil: null })
      .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.status, 'sending')))
      .returning({ id: newsletterIssues.id });
    if (stopped.length === 0) throw new Refusal('conflict', 'This issue is not being sent.');
    await tx
      .update(newsletterDeliveries)
      .set({ status: 'skipped', changedAt: clock(), reason: 'Sending was stopped.' })
      .where(and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'queued')));
    const now = clock();
    const onTheWay = await tx.$count(
      newsletterDeliveries,
      and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.status, 'handed_over')),
    );
    // Nothing to wait for: it has ended. Otherwise whoever sends ends it.
    if (onTheWay === 0)
      await tx
        .update(newsletterIssues)
        .set({ status: 'sent', sentAt: now, problem: null, pauses: 0 })
        .where(eq(newsletterIssues.id, issueId));
    else await enqueue(tx, issueSending, { issueId });
  });
}
