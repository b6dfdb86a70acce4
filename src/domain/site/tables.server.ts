import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
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

/**
 * The blocks of the About page after every save. The newest one that is no draft equals the settings, which readers see.
 * Empty until the first save.
 */
export const aboutRevisions = pgTable('about_revisions', {
  revision: integer('revision').primaryKey(),
  /** The settings of the blocks, by name. */
  blocks: jsonb('blocks').notNull(),
  isDraft: boolean('is_draft').notNull(),
  /** Null for the command line, and after the account was deleted. */
  savedBy: uuid('saved_by').references(() => user.id, { onDelete: 'set null' }),
  savedAt: timestampMs('saved_at').notNull().defaultNow(),
  /** The revision whose blocks this one restored. */
  restoredFrom: integer('restored_from'),
});

/** The value as the driver has parsed it. The column itself would parse a text like `2025` again, as a number. */
export const settingValue = sql<unknown>`${settings.value}`;

/** Waits for other changes of settings. Rows that do not exist yet cannot be locked one by one. */
export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`);
}
