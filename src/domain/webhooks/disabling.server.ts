import { and, eq } from 'drizzle-orm';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { listAdministrators } from '#domain/accounts/people/administrators.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { disabledMail } from './disabled-mail.ts';
import { webhookDeliveries, webhooks } from './tables.server.ts';
import type { DisabledReason } from './webhook.ts';
import type { WebhookDeps } from './webhook-deps.server.ts';

interface Disabled {
  readonly id: string;
  readonly name: string;
  readonly reason: DisabledReason;
}

/**
 * Switches a webhook off because of its receiver, and tells the administrators by email. Waits for the transactions that are recording
 * events for it: what they have stored is canceled as well.
 */
export async function disableWebhook(
  tx: Transaction,
  { clock, site }: Pick<WebhookDeps, 'clock' | 'site'>,
  { id, name, reason }: Disabled,
): Promise<void> {
  await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id)).for('update');
  await tx
    .update(webhooks)
    .set({ isEnabled: false, disabledReason: reason, updatedAt: clock() })
    .where(eq(webhooks.id, id));
  await cancelDeliveries(tx, id, 'The webhook was switched off.');
  await recordEvent(tx, null, { action: 'webhook_disabled', object: { id, name }, detail: reason });
  for (const { email } of await listAdministrators(tx))
    await enqueueMail(tx, disabledMail({ email, webhook: name, reason, site: site() }));
}

/** Ends the pending deliveries of a webhook. Each can be sent again by hand. */
export async function cancelDeliveries(tx: Transaction, webhookId: string, error: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'canceled', error })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'pending')));
}
