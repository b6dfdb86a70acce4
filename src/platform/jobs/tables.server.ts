import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from '#platform/ids.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Work that is done after the commit that asked for it. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    kind: text('kind').notNull(),
    payload: jsonb('payload').notNull(),
    /** While a job of this key is kept, waiting or finished, no second one is. */
    key: text('key').unique(),
    /** When it may be taken. One that is running may be taken again at the end of its lease. */
    dueAt: moment('due_at').notNull(),
    leaseSeconds: integer('lease_seconds').notNull(),
    /** Counts up each time it is taken, so it also says which of several runners holds it. */
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull(),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    doneAt: moment('done_at'),
    /** Given up. */
    failedAt: moment('failed_at'),
  },
  (table) => [
    index('jobs_due')
      .on(table.dueAt)
      .where(sql`${table.doneAt} is null and ${table.failedAt} is null`),
    index('jobs_done')
      .on(table.doneAt)
      .where(sql`${table.doneAt} is not null`),
    index('jobs_failed')
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
  ],
);
