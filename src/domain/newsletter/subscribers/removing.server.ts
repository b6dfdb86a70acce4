import { eq, sql } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { Refusal } from '#platform/refusal.ts';
import type { NewsletterParts } from '../newsletter-parts.server.ts';
import { newsletterSubscribers as subscribers } from '../tables.server.ts';
import { suppress } from './suppression.server.ts';

/** Deletes everything that is kept about a subscriber, at their request. */
export async function deleteSubscriber(
  { database, key, clock }: NewsletterParts,
  actor: Actor,
  id: string,
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const gone = await tx
      .delete(subscribers)
      .where(eq(subscribers.id, id))
      .returning({ email: subscribers.email, status: subscribers.status });
    if (gone.length === 0) throw new Refusal('not_found', 'There is no such subscriber.');
    await suppress(tx, key, gone, clock());
  });
}

/** A blocked address is never mailed by the newsletter, whoever enters it. One that is let in again has to ask. */
export async function blockSubscriber(
  { database, clock }: NewsletterParts,
  actor: Actor,
  { id, blocked }: { readonly id: string; readonly blocked: boolean },
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const now = clock();
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
    if (changed.length === 0) throw new Refusal('not_found', 'There is no such subscriber.');
  });
}
