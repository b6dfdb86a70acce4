import type { EndedSubscriptionData } from '#domain/webhooks/event-data.ts';
import { recordWebhookEvent } from '#domain/webhooks/recording.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { SubscriberState } from './subscriber.ts';

/** A subscriber before the subscription ended. */
interface FormerSubscriber {
  readonly id: string;
  readonly status: SubscriberState;
}

/** Records for webhooks that the owner of an address has confirmed the subscription, or renewed it. */
export async function recordConfirmed(
  tx: Transaction,
  confirmed: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of confirmed) await recordWebhookEvent(tx, 'subscriber.confirmed', () => ({ id }));
}

/** Records for webhooks that subscriptions have ended, of those that were confirmed and had not ended before. */
export async function recordEnded(
  tx: Transaction,
  ended: readonly FormerSubscriber[],
  reason: EndedSubscriptionData['reason'],
): Promise<void> {
  for (const { id, status } of ended)
    if (status === 'confirmed' || status === 'suspended')
      await recordWebhookEvent(tx, 'subscriber.unsubscribed', () => ({ id, reason }));
}
