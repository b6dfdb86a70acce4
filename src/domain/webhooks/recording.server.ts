import { and, arrayContains, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { deliverJobKind } from './delivering/deliver-job-kind.ts';
import type { EventDataByType } from './event-data.ts';
import { webhookDeliveries, webhooks } from './tables.server.ts';
import type { WebhookEvent } from './webhook.ts';

/** In the past, so that a delivery is due by the clock of every process, even if clocks differ. */
export const DUE_NOW = new Date(0);

type EventData<Type extends WebhookEvent> = EventDataByType[Type];

/**
 * Records events of one type for the webhooks that receive it, as part of the transaction that causes them: they are sent
 * only if the transaction is committed, and then also if the process ends right after. Without such a webhook it costs one
 * query.
 *
 * @param data is called only if a webhook receives the event; returns the data of each event
 */
export async function recordWebhookEvents<Type extends WebhookEvent>(
  tx: Transaction,
  event: Type,
  data: () => readonly EventData<Type>[] | Promise<readonly EventData<Type>[]>,
): Promise<void> {
  const receivers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.isEnabled, true), arrayContains(webhooks.events, [event])))
    // A webhook that is deleted at the same time does not make the change of an article fail.
    .for('key share');
  if (receivers.length === 0) return;
  const stored = await data();
  await tx
    .insert(webhookDeliveries)
    .values(
      stored.flatMap((one) =>
        receivers.map(({ id }) => ({ webhookId: id, event, data: one, dueAt: DUE_NOW })),
      ),
    );
  await enqueue(tx, deliverJobKind, {});
}

/** `recordWebhookEvents` for one event. */
export function recordWebhookEvent<Type extends WebhookEvent>(
  tx: Transaction,
  event: Type,
  data: () => EventData<Type> | Promise<EventData<Type>>,
): Promise<void> {
  return recordWebhookEvents(tx, event, async () => [await data()]);
}
