import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** One row per thing that is counted, until its window is over. In the database, so that all processes count together. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** A keyed hash: nothing here says who it was. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: timestamp('resets_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [index('rate_limits_resets_at').on(table.resetsAt)],
);
