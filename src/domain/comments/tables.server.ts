import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { COMMENT_STATES } from './comment.ts';
import { MODERATION_REASONS } from './moderation/reasons.ts';

const articleId = () =>
  uuid('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' });

const moderator = (name: string) => uuid(name).references(() => user.id, { onDelete: 'set null' });

export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    articleId: articleId(),
    /** Email address of the author in lower case. Only moderators and the author see it. */
    userEmail: text('user_email').notNull(),
    commentText: text('comment_text').notNull(),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    status: text('status', { enum: COMMENT_STATES }).notNull().default('published'),
    /** Why it was pending when it was posted. Approval does not clear it. */
    reasons: text('reasons', { enum: MODERATION_REASONS })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Fingerprint of the text (`createTextKey`), equal for duplicates. Empty for a text too short to compare. */
    textKey: text('text_key').notNull().default(''),
    /** State before the last decision of a moderator, which can be undone once. */
    statusBefore: text('status_before', { enum: COMMENT_STATES }),
    decidedAt: timestampMs('decided_at'),
    decidedBy: moderator('decided_by'),
  },
  (table) => [
    check('comments_user_email_length', sql`length(${table.userEmail}) between 3 and 254`),
    check('comments_comment_text_length', sql`length(${table.commentText}) between 1 and 5000`),
    check('comments_status', sql`${table.status} in ('published', 'held', 'deleted')`),
    index('comments_of_article').on(table.articleId, table.createdAt, table.id),
    index('comments_published_of_article')
      .on(table.articleId, table.createdAt, table.id)
      .where(sql`${table.status} = 'published'`),
    index('comments_in_state').on(table.status, table.createdAt, table.id),
    index('comments_deleted')
      .on(table.decidedAt)
      .where(sql`${table.status} = 'deleted'`),
    index('comments_of_address').on(table.userEmail, table.createdAt),
    index('comments_of_text')
      .on(table.textKey, table.createdAt)
      .where(sql`${table.textKey} <> ''`),
  ],
);

/** Comment counts per article, maintained by triggers, so that a page reads one row instead of counting all. */
export const commentCounts = pgTable('comment_counts', {
  articleId: articleId().primaryKey(),
  published: integer('published').notNull().default(0),
  held: integer('held').notNull().default(0),
});

/** Articles whose comments were closed by a moderator. */
export const closedCommenting = pgTable('closed_commenting', {
  articleId: articleId().primaryKey(),
  closedAt: timestampMs('closed_at').notNull().defaultNow(),
  closedBy: moderator('closed_by'),
});
