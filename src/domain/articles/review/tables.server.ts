import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { articles } from '../tables.server.ts';

/** What the newsroom says about an article among itself. Readers never see it. */
export const articleNotes = pgTable(
  'article_notes',
  {
    /** Increases with time. */
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** Plain text. */
    text: text('text').notNull(),
    /** An editor returned the article with this note. */
    isReturn: boolean('is_return').notNull().default(false),
    createdBy: uuid('created_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('article_notes_of_article').on(table.articleId, table.id),
    check('article_notes_text_length', sql`length(${table.text}) between 1 and 2000`),
  ],
);
