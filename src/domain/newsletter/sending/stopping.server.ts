import { and, eq } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { Refusal } from '#platform/refusal.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterIssues } from '../tables.server.ts';
import { skipQueued } from './copies.server.ts';
import { endOrGoOn } from './ending.server.ts';

/**
 * Sends no further copy: none is taken after the commit. The few that are handed over at this moment may still arrive; one
 * that the mail server puts off is not tried again. Refuses `conflict` for an issue that is not being sent.
 */
export async function stopSending(
  { database, clock }: NewsletterParts,
  actor: Actor,
  issueId: string,
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const now = clock();
    const stopped = await tx
      .update(newsletterIssues)
      .set({ stopped: true, pausedUntil: null })
      .where(and(eq(newsletterIssues.id, issueId), eq(newsletterIssues.status, 'sending')))
      .returning({ id: newsletterIssues.id });
    if (stopped.length === 0) throw new Refusal('conflict', 'This issue is not being sent.');
    await skipQueued(tx, issueId, now);
    // With nothing on the way there is nothing to wait for; otherwise whoever sends ends it.
    await endOrGoOn(tx, issueId, now);
  });
}
