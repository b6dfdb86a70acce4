import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { EventData } from './event-data.ts';
import { DELIVERY_STATES, type DeliveredEvent, DISABLED_REASONS, WEBHOOK_EVENTS } from './webhook.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    events: text('events', { enum: WEBHOOK_EVENTS }).array().notNull(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    disabledReason: text('disabled_reason', { enum: DISABLED_REASONS }),
    /** Encrypted, and bound to the row. */
    secret: text('secret').notNull(),
    previousSecret: text('previous_secret'),
    previousSecretUntil: timestampMs('previous_secret_until'),
    /** Time of the first failed request since the last success. */
    failingSince: timestampMs('failing_since'),
    /** Identifies the run that delivers to this webhook now, until `leased_until`. */
    lease: uuid('lease'),
    leasedUntil: timestampMs('leased_until'),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    check('webhooks_name_length', sql`length(${table.name}) between 1 and 100`),
    check('webhooks_url_length', sql`length(${table.url}) between 1 and 1000`),
    check(
      'webhooks_disabled_reason',
      sql`${table.disabledReason} is null or (not ${table.isEnabled} and ${table.disabledReason} in ('gone', 'failing', 'unreadable_secret'))`,
    ),
  ],
);

/** The outbox and the log of webhooks: one row for each event and webhook. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').$type<DeliveredEvent>().notNull(),
    data: jsonb('data').$type<EventData>().notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('pending'),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    /** Earliest time of the next request. */
    dueAt: timestampMs('due_at').notNull(),
    attemptedAt: timestampMs('attempted_at'),
    responseStatus: integer('response_status'),
    durationMs: integer('duration_ms'),
    error: text('error'),
  },
  (table) => [
    check('webhook_deliveries_state', sql`${table.state} in ('pending', 'delivered', 'failed', 'canceled')`),
    index('webhook_deliveries_webhook').on(table.webhookId, table.id),
    index('webhook_deliveries_due')
      .on(table.webhookId, table.dueAt, table.id)
      .where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_finished')
      .on(table.createdAt)
      .where(sql`${table.state} <> 'pending'`),
  ],
);
