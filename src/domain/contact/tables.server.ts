import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { MESSAGE_STATES } from './message.ts';

/** Messages are stored first and emailed later by a job, so that a failing mail server loses none. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    state: text('state', { enum: MESSAGE_STATES }).notNull().default('new'),
    /** The email to the owner. Null when none was sent, or when the outbox has deleted its record. */
    mailId: uuid('mail_id').references(() => mails.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('contact_name_length', sql`length(${table.name}) between 1 and 200`),
    check('contact_email_length', sql`length(${table.email}) between 3 and 254`),
    check('contact_subject_length', sql`length(${table.subject}) between 1 and 300`),
    check('contact_message_length', sql`length(${table.message}) between 1 and 20000`),
    check('contact_state', sql`${table.state} in ('new', 'read', 'archived')`),
    index('contact_messages_inbox').on(table.state, table.createdAt.desc(), table.id.desc()),
    // For the foreign key check when a record of the outbox is deleted.
    index('contact_messages_mail').on(table.mailId),
    // For the lookup by address, which earlier versions stored as entered.
    index('contact_messages_address').on(sql`lower(${table.email})`, table.id),
  ],
);
