import { eq, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { FetchError } from '#platform/outbound/checked-request.server.ts';
import { cancelDeliveries } from './disabling.server.ts';
import { requireReceiverUrl } from './receiver-url.server.ts';
import { encryptWebhookSecret, generateSecret } from './signing.server.ts';
import { webhooks } from './tables.server.ts';
import {
  SECRET_OVERLAP_HOURS,
  URL_MAX_LENGTH,
  type Webhook,
  WEBHOOK_LIMIT,
  type WebhookEvent,
  WEBHOOK_EVENTS,
} from './webhook.ts';
import type { ReceiverPolicy, WebhookDeps } from './webhook-deps.server.ts';

export interface WebhookInput {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly isEnabled: boolean;
}

/** The only moment at which a secret can be read. */
export interface NewSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

type WebhookRow = typeof webhooks.$inferSelect;

/** Adds a webhook with a new secret. Throws `unprocessable` with the invalid fields, and `conflict` for too many. */
export async function createWebhook(
  { database, clock, receivers, key }: WebhookDeps,
  actor: Actor,
  input: WebhookInput,
): Promise<NewSecret> {
  requirePermission(actor, 'webhook.manage');
  const values = parseInput(input, receivers);
  const id = uuidv7();
  const secret = generateSecret();
  const now = clock();
  const webhook = await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('webhooks'))`);
    if ((await tx.$count(webhooks)) >= WEBHOOK_LIMIT)
      throw new DomainError('conflict', `There can be at most ${WEBHOOK_LIMIT} webhooks.`);
    const [created] = await tx
      .insert(webhooks)
      .values({
        id,
        ...values,
        secret: encryptWebhookSecret(key, id, secret),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    await recordEvent(tx, actor, { action: 'webhook_created', object: { id, name: values.name } });
    return requireFound(created);
  });
  return { webhook, secret };
}

/**
 * Changes a webhook. Switching it off cancels what is still to be sent, and what happens until it is switched on again is not
 * sent at all. Another address is another receiver, without failures so far, which gets what is still to be sent. Throws
 * `not_found`, and `unprocessable` with the invalid fields.
 */
export function changeWebhook(
  deps: WebhookDeps,
  actor: Actor,
  { id, input }: { readonly id: string; readonly input: WebhookInput },
): Promise<Webhook> {
  requirePermission(actor, 'webhook.manage');
  const values = parseInput(input, deps.receivers);
  return deps.database.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    const isSwitched = before.isEnabled !== values.isEnabled;
    const isRestarted = isSwitched || before.url !== values.url;
    const [changed] = await tx
      .update(webhooks)
      .set({
        ...values,
        updatedAt: deps.clock(),
        ...(isSwitched && { disabledReason: null }),
        // A run that is sending at this moment records nothing any more.
        ...(isRestarted && { failingSince: null, lease: null, leasedUntil: null }),
      })
      .where(eq(webhooks.id, id))
      .returning();
    if (isSwitched && !values.isEnabled) await cancelDeliveries(tx, id, 'The webhook was switched off.');
    const action = !isSwitched
      ? 'webhook_changed'
      : values.isEnabled
        ? 'webhook_enabled'
        : 'webhook_disabled';
    await recordEvent(tx, actor, { action, object: { id, name: values.name } });
    return requireFound(changed);
  });
}

/** Deletes a webhook with its delivery log. Throws `not_found`. */
export async function deleteWebhook({ database }: WebhookDeps, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'webhook.manage');
  await database.transaction(async (tx) => {
    const { name } = await lockWebhook(tx, id);
    await tx.delete(webhooks).where(eq(webhooks.id, id));
    await recordEvent(tx, actor, { action: 'webhook_deleted', object: { id, name } });
  });
}

/**
 * Replaces the secret. For a day, requests are signed with the former one too, so that the receiver can be changed meanwhile.
 * Throws `not_found`.
 */
export async function rotateSecret(
  { database, clock, key }: WebhookDeps,
  actor: Actor,
  id: string,
): Promise<NewSecret> {
  requirePermission(actor, 'webhook.manage');
  const secret = generateSecret();
  const now = clock();
  const webhook = await database.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    const [changed] = await tx
      .update(webhooks)
      .set({
        secret: encryptWebhookSecret(key, id, secret),
        previousSecret: before.secret,
        previousSecretUntil: new Date(now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS),
        updatedAt: now,
      })
      .where(eq(webhooks.id, id))
      .returning();
    await recordEvent(tx, actor, { action: 'webhook_secret_replaced', object: { id, name: before.name } });
    return requireFound(changed);
  });
  return { webhook, secret };
}

/** Throws `not_found`. */
export async function lockWebhook(tx: Transaction, id: string): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  return requireFound(row);
}

function requireFound(row: WebhookRow | undefined): WebhookRow {
  if (row === undefined) throw new DomainError('not_found', 'This webhook does not exist.');
  return row;
}

/** The input with the address as it is requested and the events in their order. */
function parseInput(
  { name, url, events, isEnabled }: WebhookInput,
  receivers: ReceiverPolicy,
): Pick<WebhookRow, 'name' | 'url' | 'events' | 'isEnabled'> {
  return {
    name,
    url: parseUrl(url, receivers),
    events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    isEnabled,
  };
}

function parseUrl(url: string, receivers: ReceiverPolicy): string {
  try {
    const { href } = requireReceiverUrl(url, receivers);
    // Other letters than those of ASCII become several characters each.
    if (href.length > URL_MAX_LENGTH) throw new FetchError('This address is too long');
    return href;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new DomainError('unprocessable', '', { fields: { url: error.message } }, { cause: error });
  }
}
