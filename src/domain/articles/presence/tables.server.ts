import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { articles } from '../tables.server.ts';

/** Who has which article open in an editor. A row that is not renewed is deleted after `PRESENCE_SECONDS`. */
export const articlePresence = pgTable(
  'article_presence',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    openedAt: timestampMs('opened_at').notNull(),
    seenAt: timestampMs('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.userId] })],
);
