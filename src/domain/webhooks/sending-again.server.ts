import { and, eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { deliverJobKind } from './delivering/deliver-job-kind.ts';
import { lockWebhook } from './editing.server.ts';
import { DUE_NOW } from './recording.server.ts';
import { webhookDeliveries } from './tables.server.ts';
import { type Delivery, TEST_EVENT } from './webhook.ts';
import type { WebhookDeps } from './webhook-deps.server.ts';

type Deps = Pick<WebhookDeps, 'database'>;

/** Sends an event without a meaning, once. Throws `not_found`, and `conflict` if the webhook is off. */
export function sendTestEvent({ database }: Deps, actor: Actor, webhookId: string): Promise<Delivery> {
  requirePermission(actor, 'webhook.manage');
  return database.transaction(async (tx) => {
    await lockEnabled(tx, webhookId);
    const pending = and(
      eq(webhookDeliveries.webhookId, webhookId),
      eq(webhookDeliveries.event, TEST_EVENT),
      eq(webhookDeliveries.state, 'pending'),
    );
    // Pressing the button again and again does not fill the log.
    if ((await tx.$count(webhookDeliveries, pending)) > 0)
      throw new DomainError('conflict', 'A test event is being sent already.');
    const [created] = await tx
      .insert(webhookDeliveries)
      .values({ webhookId, event: TEST_EVENT, data: { message: 'It works.' }, dueAt: DUE_NOW })
      .returning();
    if (created === undefined) throw new Error('The test event was not inserted');
    await enqueue(tx, deliverJobKind, {});
    return created;
  });
}

interface DeliveryRef {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/**
 * Sends a finished delivery again, with the same `webhook-id` and as many attempts as a new one, or a pending one now. Throws
 * `not_found`, and `conflict` if the webhook is off.
 */
export function sendAgain(
  { database }: Deps,
  actor: Actor,
  { webhookId, deliveryId }: DeliveryRef,
): Promise<Delivery> {
  requirePermission(actor, 'webhook.manage');
  return database.transaction(async (tx) => {
    const { name } = await lockEnabled(tx, webhookId);
    const [changed] = await tx
      .update(webhookDeliveries)
      .set({ state: 'pending', attempts: 0, dueAt: DUE_NOW })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId)))
      .returning();
    if (changed === undefined) throw new DomainError('not_found', 'This delivery does not exist.');
    await enqueue(tx, deliverJobKind, {});
    await recordEvent(tx, actor, {
      action: 'webhook_event_resent',
      object: { id: webhookId, name },
      detail: changed.event,
    });
    return changed;
  });
}

async function lockEnabled(tx: Transaction, webhookId: string) {
  const webhook = await lockWebhook(tx, webhookId);
  if (!webhook.isEnabled) throw new DomainError('conflict', 'Switch the webhook on first.');
  return webhook;
}
