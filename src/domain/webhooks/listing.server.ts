import { asc, desc, eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { type PageOf, readPage } from '#platform/paging.ts';
import { webhookDeliveries, webhooks } from './tables.server.ts';
import { type Delivery, type Webhook, WEBHOOK_LIMIT } from './webhook.ts';

/** All webhooks, in the order in which they were created. */
export function listWebhooks(db: Db, actor: Actor): Promise<Webhook[]> {
  requirePermission(actor, 'webhook.manage');
  const { id, name, url, events, isEnabled, disabledReason } = webhooks;
  const { failingSince, previousSecretUntil, createdAt, updatedAt } = webhooks;
  return db
    .select({
      id,
      name,
      url,
      events,
      isEnabled,
      disabledReason,
      failingSince,
      previousSecretUntil,
      createdAt,
      updatedAt,
    })
    .from(webhooks)
    .orderBy(asc(webhooks.id))
    .limit(WEBHOOK_LIMIT);
}

/** The delivery log of a webhook, the newest event first, 20 a page. Throws `not_found`. */
export async function listDeliveries(
  db: Db,
  actor: Actor,
  { webhookId, page }: { readonly webhookId: string; readonly page: number },
): Promise<PageOf<Delivery>> {
  requirePermission(actor, 'webhook.manage');
  if ((await db.$count(webhooks, eq(webhooks.id, webhookId))) === 0)
    throw new DomainError('not_found', 'This webhook does not exist.');
  const ofWebhook = eq(webhookDeliveries.webhookId, webhookId);
  const deliveries = db.select().from(webhookDeliveries).where(ofWebhook).orderBy(desc(webhookDeliveries.id));
  return readPage(deliveries, { page, count: db.$count(webhookDeliveries, ofWebhook) });
}
