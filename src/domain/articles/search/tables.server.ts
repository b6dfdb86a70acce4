import { sql } from 'drizzle-orm';
import { boolean, check, customType, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { articles } from '../tables.server.ts';

const textCollateC = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index: one row for each public article, and nothing of any other. Written by `indexQueuedArticles`; a trigger on
 * `articles` deletes the row when the article is no longer public.
 */
export const articleSearch = pgTable(
  'article_search',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    publishDate: timestampMs('publish_date').notNull(),
    section: text('section').notNull(),
    /** The names of the bylines, for the filter by author. */
    authors: text('authors').array().notNull(),
    /** The words of the title alone. Short, so it is not moved out of the row as `words` is. */
    titleWords: tsvector('title_words').notNull(),
    /** All words with their positions and weights: A the title, B tags and authors, C the excerpt, D the text. */
    words: tsvector('words').notNull(),
    /** One in sixteen articles, from which the number of matches of a common word is estimated. */
    isSampled: boolean('is_sampled').notNull(),
  },
  (table) => [
    // Without the list of pending entries, which every search would read and some publication would have to merge.
    index('article_search_words').using('gin', table.words).with({ fastupdate: 'off' }),
    index('article_search_title').using('gin', table.titleWords).with({ fastupdate: 'off' }),
    index('article_search_sample')
      .using('gin', table.words)
      .where(sql`${table.isSampled}`)
      .with({ fastupdate: 'off' }),
    index('article_search_by_date').on(table.publishDate, table.articleId),
  ],
);

/**
 * The words of drafts, those in the trash included: one row for each article whose `is_draft` is set. Only the article table
 * of the newsroom reads it, so it is a table of its own and its words are not in `search_words`.
 */
export const draftSearch = pgTable(
  'draft_search',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** Every word without its accents, with its positions, and every stem behind `STEM_MARKER`. */
    words: tsvector('words').notNull(),
    /** The text search dictionary that computed the stems; empty if a former release wrote the row. */
    dictionary: text('dictionary').notNull(),
  },
  (table) => [
    index('draft_search_words').using('gin', table.words).with({ fastupdate: 'off' }),
    index('draft_search_by_dictionary').on(table.dictionary),
  ],
);

/**
 * Every word that a public article has, for word forms, beginnings of words and corrections. Maintained by a trigger on
 * `article_search`.
 */
export const searchWords = pgTable(
  'search_words',
  {
    /** In lower case, as in the vectors of `article_search`. */
    word: textCollateC('word').primaryKey(),
    /** Without accents. */
    folded: textCollateC('folded').notNull(),
    /** What all forms of the word have in common, without accents; empty for a stop word such as "the". */
    stem: textCollateC('stem').notNull(),
    /** The stem of `folded`, which differs where the language has no such accent. */
    foldedStem: textCollateC('folded_stem').notNull(),
    /** The text search dictionary that computed the stem. */
    dictionary: text('dictionary').notNull(),
    /** Number of articles with the word. */
    documents: integer('documents').notNull(),
  },
  (table) => [
    index('search_words_by_folded').on(table.folded),
    index('search_words_by_stem').on(table.stem),
    index('search_words_by_folded_stem').on(table.foldedStem),
    index('search_words_by_dictionary').on(table.dictionary),
  ],
);

/** Articles whose row in `article_search` or `draft_search` is missing or outdated. Filled by a trigger on `articles`. */
export const searchQueue = pgTable('search_queue', {
  articleId: uuid('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
});

/** One row: the text search dictionary of the publication's language. */
export const searchLanguage = pgTable(
  'search_language',
  {
    id: integer('id').primaryKey().default(1),
    dictionary: text('dictionary').notNull(),
  },
  (table) => [check('search_language_single_row', sql`${table.id} = 1`)],
);
