import { sql } from 'drizzle-orm';
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from '#platform/ids.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    email: text('email').notNull().unique(),
    status: text('status', { enum: ['pending', 'confirmed', 'unsubscribed'] })
      .notNull()
      .default('pending'),
    createdAt: moment('created_at').notNull().defaultNow(),
    confirmedAt: moment('confirmed_at'),
    unsubscribedAt: moment('unsubscribed_at'),
    /** The sentence that was agreed to, word for word: the proof a mail authority asks for. */
    consent: text('consent').notNull().default(''),
  },
  (table) => [
    check('newsletter_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('newsletter_email_length', sql`length(${table.email}) between 3 and 254`),
    check('newsletter_status', sql`${table.status} in ('pending', 'confirmed', 'unsubscribed')`),
  ],
);
