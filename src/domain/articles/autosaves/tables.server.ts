import { sql } from 'drizzle-orm';
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { fieldColumns } from '../article-columns.server.ts';
import { articles } from '../tables.server.ts';

/**
 * The text that an editor has not saved yet, at most one row for each article. It is no revision and never public. A trigger
 * records its pictures as used.
 */
export const articleAutosaves = pgTable(
  'article_autosaves',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    ...fieldColumns(),
    wordCount: integer('word_count').notNull(),
    /** The revision of the article from which the text was edited. */
    basedOn: integer('based_on').notNull(),
    /** Random for the first one, then increases by one with every autosave. */
    version: integer('version').notNull(),
    /** The open editor that stored it. */
    editorId: uuid('editor_id').notNull(),
    savedBy: uuid('saved_by').references(() => user.id, { onDelete: 'set null' }),
    savedAt: timestampMs('saved_at').notNull(),
  },
  (table) => [
    check('article_autosaves_title_length', sql`length(${table.title}) <= 300`),
    check('article_autosaves_excerpt_length', sql`length(${table.excerpt}) <= 1000`),
    check('article_autosaves_content_size', sql`octet_length(${table.content}) <= 2097152`),
    check('article_autosaves_lang_length', sql`length(${table.lang}) <= 35`),
  ],
);
