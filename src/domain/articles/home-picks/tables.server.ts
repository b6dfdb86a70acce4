import { sql } from 'drizzle-orm';
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { articles } from '../tables.server.ts';

/** The articles that editors have picked for the home page. Readers see those that are published. */
export const homePicks = pgTable(
  'home_picks',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** From 1: the lead. An article that was deleted leaves a gap. */
    position: integer('position').notNull(),
    /** When the row is deleted; null if it stays until it is removed. */
    expiresAt: timestampMs('expires_at'),
    /** The job that deletes the row. A job whose id is not here any more does nothing. */
    expiryJob: uuid('expiry_job'),
  },
  (table) => [
    check('home_picks_expiry', sql`num_nonnulls(${table.expiresAt}, ${table.expiryJob}) in (0, 2)`),
  ],
);
