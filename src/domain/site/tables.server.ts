import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import type { Transaction } from '#platform/db/database.ts';

/** One-time events of an installation, recorded so that they are not repeated. */
export const milestones = pgTable('milestones', {
  name: text('name').primaryKey(),
  reachedAt: timestampMs('reached_at').notNull().defaultNow(),
});

/**
 * Every name under which the publication has signed articles (`SITE_AUTHOR`), so that the author of an article is still
 * recognised as an organization after the name changes.
 */
export const organizationBylines = pgTable('organization_bylines', {
  name: text('name').primaryKey(),
  createdAt: timestampMs('created_at').notNull().defaultNow(),
});

/** The changed settings by name. `settings.ts` defines the type of each value. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: timestampMs('changed_at').notNull().defaultNow(),
});

/** The value as the driver has parsed it. The column itself would parse a text like `2025` again, as a number. */
export const settingValue = sql<unknown>`${settings.value}`;

/** Waits for other changes of settings. Rows that do not exist yet cannot be locked one by one. */
export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`);
}
