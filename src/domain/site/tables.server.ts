import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What happens to an installation once in its life, so that it does not happen again. */
export const milestones = pgTable('milestones', {
  name: text('name').primaryKey(),
  reachedAt: timestamp('reached_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
