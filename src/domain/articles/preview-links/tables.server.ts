import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { articles } from '../tables.server.ts';

/** The links to previews of articles for people without an account. */
export const articlePreviewLinks = pgTable(
  'article_preview_links',
  {
    id: uuid('id').primaryKey(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** Of the token in the link, so that a copy of the table opens no preview. */
    tokenHash: text('token_hash').notNull().unique(),
    createdBy: uuid('created_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    revokedAt: timestampMs('revoked_at'),
  },
  (table) => [
    index('article_preview_links_of_article').on(table.articleId, table.expiresAt),
    index('article_preview_links_expires_at').on(table.expiresAt),
    index('article_preview_links_created_by').on(table.createdBy),
  ],
);
