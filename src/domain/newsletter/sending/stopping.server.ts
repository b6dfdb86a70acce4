import { and, eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { skipQueued } from './deliveries.server.ts';
import { completeOrContinue } from './completing.server.ts';

/**
 * Stops sending an issue. No delivery is claimed after the commit. Deliveries that are in flight may still arrive, but are
 * not retried if the mail server defers them. Throws `conflict` for an issue that is not being sent.
 */
export async function stopSending(
  { database, clock }: NewsletterDeps,
  actor: Actor,
  issueId: string,
): Promise<void> {
  requirePermission(actor, 'newsletter.send');
  await database.transaction(async (tx) => {
    const now = clock();
    const stopped = await tx
      .update(newsletterIssues)
      .set({ stopped: true, pausedUntil: null })
      .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.status, 'sending')))
      .returning({ subject: newsletterIssues.subject });
    const [issue] = stopped;
    if (issue === undefined) throw new DomainError('conflict', 'This issue is not being sent.');
    const object = { id: issueId, name: issue.subject };
    await recordEvent(tx, actor, { action: 'newsletter_stopped', object });
    await skipQueued(tx, issueId, now);
    // Completes the issue if no delivery is in flight. Otherwise the current run completes it.
    await completeOrContinue(tx, issueId, now);
  });
}
