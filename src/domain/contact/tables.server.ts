import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from '#platform/ids.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A message is stored first and mailed afterwards: what a reader wrote survives a mail server that is down. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    deliveredAt: moment('delivered_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    check('contact_name_length', sql`length(${table.name}) between 1 and 200`),
    check('contact_email_length', sql`length(${table.email}) between 3 and 254`),
    check('contact_subject_length', sql`length(${table.subject}) between 1 and 300`),
    check('contact_message_length', sql`length(${table.message}) between 1 and 20000`),
    index('contact_messages_undelivered')
      .on(table.createdAt)
      .where(sql`${table.deliveredAt} is null`),
  ],
);
