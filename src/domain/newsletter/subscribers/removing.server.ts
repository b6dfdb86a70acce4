import { eq, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { NewsletterDeps } from '../newsletter-deps.server.ts';
import { recordEnded } from '../subscriber-events.server.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';
import { suppress } from './suppression.server.ts';

/** Deletes all data of a subscriber, at the request of that person. */
export async function deleteSubscriber(
  { database, key, clock }: NewsletterDeps,
  actor: Actor,
  id: string,
): Promise<void> {
  requirePermission(actor, 'subscriber.manage');
  await database.transaction(async (tx) => {
    const deleted = await tx
      .delete(subscribers)
      .where(eq(subscribers.id, id))
      .returning({ id: subscribers.id, email: subscribers.email, status: subscribers.status });
    if (deleted.length === 0) throw new DomainError('not_found', 'This subscriber does not exist.');
    await suppress(tx, key, deleted, clock());
    await recordEnded(tx, deleted, 'deleted');
    await recordEvent(tx, actor, { action: 'subscriber_deleted', object: { id } });
  });
}

/**
 * Blocks or unblocks an address. A blocked address never receives any email from the newsletter. An unblocked one becomes
 * `unsubscribed` and has to subscribe again.
 */
export async function blockSubscriber(
  { database, clock }: NewsletterDeps,
  actor: Actor,
  { id, blocked }: { readonly id: string; readonly blocked: boolean },
): Promise<void> {
  requirePermission(actor, 'subscriber.manage');
  await database.transaction(async (tx) => {
    const now = clock();
    const before = await tx
      .select({ id: subscribers.id, status: subscribers.status })
      .from(subscribers)
      .where(eq(subscribers.id, id))
      .for('update');
    const changed = await tx
      .update(subscribers)
      .set({
        status: blocked
          ? 'blocked'
          : sql`case when ${subscribers.status} = 'blocked' then 'unsubscribed' else ${subscribers.status} end`,
        ...(blocked
          ? {
              unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, ${now.toISOString()}::timestamptz)`,
              confirmationWithheldAt: null,
            }
          : {}),
      })
      .where(eq(subscribers.id, id))
      .returning({ id: subscribers.id });
    if (changed.length === 0) throw new DomainError('not_found', 'This subscriber does not exist.');
    if (blocked) await recordEnded(tx, before, 'blocked');
    const action = blocked ? 'subscriber_blocked' : 'subscriber_unblocked';
    await recordEvent(tx, actor, { action, object: { id } });
  });
}
