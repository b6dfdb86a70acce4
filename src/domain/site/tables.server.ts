import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What happens to an installation once in its life, so that it does not happen again. */
export const milestones = pgTable('milestones', {
  name: text('name').primaryKey(),
  reachedAt: moment('reached_at').notNull().defaultNow(),
});

/**
 * Every name the publication itself has signed articles with (`SITE_AUTHOR`), so that an article keeps an organization as
 * its author when the name changes.
 */
export const organizationBylines = pgTable('organization_bylines', {
  name: text('name').primaryKey(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** What the newsroom has decided, by name; `settings.ts` says of what shape each value is. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});
