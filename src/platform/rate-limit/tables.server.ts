import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';

/** One row per counter, until its window is over. Stored in the database, so that all processes share the counts. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** A keyed hash, so that the row does not identify anybody. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: timestampMs('resets_at').notNull(),
  },
  (table) => [index('rate_limits_resets_at').on(table.resetsAt)],
);
