import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { articles } from '#domain/articles/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';

export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    userEmail: text('user_email').notNull(),
    commentText: text('comment_text').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    status: text('status', { enum: ['published', 'held', 'deleted'] })
      .notNull()
      .default('published'),
  },
  (table) => [
    check('comments_user_email_length', sql`length(${table.userEmail}) between 3 and 254`),
    check('comments_comment_text_length', sql`length(${table.commentText}) between 1 and 5000`),
    check('comments_status', sql`${table.status} in ('published', 'held', 'deleted')`),
    index('comments_of_article').on(table.articleId, table.createdAt, table.id),
  ],
);
