import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Mail } from './mail.ts';

/** The outbox. After an email has been sent, its row stays for the retention period as a delivery record. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    /** Null once the email is settled, because emails contain addresses and sign-in links. */
    content: jsonb('content').$type<Mail>(),
    status: text('status', { enum: ['queued', 'handed_over', 'accepted', 'refused', 'unknown'] })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Attempts with an unknown result. */
    doubts: integer('doubts').notNull().default(0),
    lastError: text('last_error'),
    postedAt: timestampMs('posted_at').notNull().defaultNow(),
    settledAt: timestampMs('settled_at'),
  },
  (table) => [
    check(
      'mails_status',
      sql`${table.status} in ('queued', 'handed_over', 'accepted', 'refused', 'unknown')`,
    ),
    check('mails_content', sql`(${table.settledAt} is null) = (${table.content} is not null)`),
    index('mails_settled')
      .on(table.settledAt)
      .where(sql`${table.settledAt} is not null`),
    // Covers only unsettled emails, which still contain addresses.
    index('mails_waiting')
      .on(table.postedAt)
      .where(sql`${table.settledAt} is null`),
  ],
);
