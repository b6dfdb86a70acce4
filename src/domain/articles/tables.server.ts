import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { categories } from '#domain/categories/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import {
  articleColumns,
  fieldColumns,
  modificationColumns,
  pendingColumns,
  reviewColumns,
  scheduleColumns,
  trashColumns,
} from './article-columns.server.ts';
import { authors } from './authors/tables.server.ts';

/** The sort key of titles. The collation makes the order independent of the locale of the server. */
export const titleSortKey = (title: AnyPgColumn) => sql`(lower(${title}) collate "C")`;

/** Every article, drafts and the trash included. Only the newsroom reads it. */
export const articles = pgTable(
  'articles',
  {
    ...articleColumns(),
    ...modificationColumns(),
    ...reviewColumns(),
    ...trashColumns(),
    ...pendingColumns(),
    ...scheduleColumns(),
  },
  (table) => [
    check(
      'articles_slug',
      sql`length(${table.slug}) between 1 and 80 and ${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
    ),
    // Only a draft may lack them.
    check(
      'articles_title_length',
      sql`length(${table.title}) <= 300 and (${table.isDraft} or length(${table.title}) > 0)`,
    ),
    check(
      'articles_excerpt_length',
      sql`length(${table.excerpt}) <= 1000 and (${table.isDraft} or length(${table.excerpt}) > 0)`,
    ),
    check('articles_content_size', sql`octet_length(${table.content}) <= 2097152`),
    check('articles_lang_length', sql`length(${table.lang}) <= 35`),
    check('articles_published_has_date', sql`${table.isDraft} or ${table.publishDate} is not null`),
    check(
      'articles_review',
      sql`num_nonnulls(${table.submittedAt}, ${table.returnedAt}) <= case when ${table.isDraft} then 1 else 0 end`,
    ),
    check(
      'articles_trash',
      sql`case when ${table.trashedAt} is null then ${table.trashedBy} is null and not ${table.trashedPublished} else ${table.isDraft} end`,
    ),
    check(
      'articles_pending',
      sql`${table.liveRevision} is null or (${table.liveRevision} < ${table.revision} and (not ${table.isDraft} or ${table.trashedPublished}))`,
    ),
    check(
      'articles_schedule',
      sql`num_nonnulls(${table.scheduledAction}, ${table.scheduledAt}, ${table.scheduledJob}) in (0, 3)
      and case
        when ${table.scheduledAction} is null then ${table.scheduledBy} is null
        when ${table.trashedAt} is not null then true
        when ${table.isDraft} then ${table.scheduledAction} = 'publish'
        when ${table.scheduledAction} = 'publish_changes' then ${table.liveRevision} is not null
        else ${table.scheduledAction} = 'unpublish'
      end`,
    ),
    check(
      'articles_paused_schedule',
      sql`${table.pausedSchedule} is null or ${table.scheduledAction} is null`,
    ),
    /*
     * Ascending on purpose. Newest first (`order by publish_date desc, id desc`) is a backward scan of these indexes.
     * drizzle writes descending indexes with NULLS LAST, which does not match that order, so PostgreSQL would sort all
     * articles. The id makes the indexes covering: a page with a large offset skips index entries only.
     */
    index('articles_published')
      .on(table.publishDate, table.id)
      .where(sql`not ${table.isDraft}`),
    index('articles_published_in_category')
      .on(table.categorySlug, table.publishDate, table.id)
      .where(sql`not ${table.isDraft}`),
    index('articles_published_featured')
      .on(table.publishDate, table.id)
      .where(sql`not ${table.isDraft} and ${table.featured}`),
    /*
     * The article table of the newsroom: one index for each sort order. Category and state come first, so that a page
     * with any filter reads the start of a few index ranges (`newsroom-table.server.ts`).
     */
    index('articles_by_date').on(table.categorySlug, table.isDraft, table.publishDate, table.id),
    index('articles_by_update').on(table.categorySlug, table.isDraft, table.updatedAt, table.id),
    /** The articles in review, oldest submission first. */
    index('articles_in_review')
      .on(table.submittedAt, table.id)
      .where(sql`${table.submittedAt} is not null`),
    /** The articles in the trash, by the time at which they came there. */
    index('articles_in_trash')
      .on(table.trashedAt, table.id)
      .where(sql`${table.trashedAt} is not null`),
    /** The articles with pending changes. */
    index('articles_with_pending_changes')
      .on(table.categorySlug, table.id)
      .where(sql`${table.liveRevision} is not null`),
    /** The scheduled articles, those that are due first. */
    index('articles_scheduled')
      .on(table.scheduledAt, table.id)
      .where(sql`${table.scheduledAt} is not null`),
    /** The articles whose schedule is on hold. */
    index('articles_with_paused_schedule')
      .on(table.id)
      .where(sql`${table.pausedSchedule} is not null`),
    /** The articles of one person, for roles that see no others. */
    index('articles_by_creator').on(table.createdBy),
    /** The drafts with a tag. Those of published articles are in `article_tags`. */
    index('articles_draft_tags')
      .using('gin', sql`tag_slugs(${table.tags})`)
      .with({ fastupdate: 'off' })
      .where(sql`${table.isDraft}`),
    index('articles_by_title').on(table.categorySlug, table.isDraft, titleSortKey(table.title), table.id),
  ],
);

export type ArticleRow = typeof articles.$inferSelect;

/**
 * The public articles: those that are not drafts. Whatever a clock says, because clocks go back. Every public query reads this
 * view and never the table. Its `updated_at` is when readers got the last change: `modified_at` of the table, if
 * it has one, and not before the publication.
 */
export const publishedArticles = pgView('published_articles', articleColumns()).existing();

/**
 * When the sitemaps of a month last lost an article, or got one with an older date of change. The dates of the articles
 * themselves do not show that.
 */
export const sitemapMonths = pgTable('sitemap_months', {
  /** Like `2026-11`, in UTC. */
  month: text('month').primaryKey(),
  changedAt: timestampMs('changed_at').notNull(),
});

/** Former slugs at which an article was public. They redirect to the article. */
export const articleSlugs = pgTable(
  'article_slugs',
  {
    slug: text('slug').primaryKey(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
  },
  (table) => [index('article_slugs_article_id').on(table.articleId)],
);

/**
 * The bylines of every article as rows, to join authors and to list the articles of an author. Maintained by a trigger on
 * `articles`, so that every write is covered.
 */
export const articleBylines = pgTable(
  'article_bylines',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** From 1. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** Null for a name without a profile. */
    authorId: uuid('author_id').references(() => authors.id),
    /** That of the article; null while it is a draft. */
    publishDate: timestampMs('publish_date'),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.position] }),
    index('article_bylines_by_author').on(table.authorId, table.publishDate, table.articleId),
    /** With or without a profile, for the filter of the newsroom. */
    index('article_bylines_by_name').on(table.name, table.articleId),
  ],
);

/**
 * Slugs of deleted articles that were public, those in the trash included. They answer 410 (RFC 9110, section 15.5.11). A
 * row is deleted when an article is published at its slug.
 */
export const deletedSlugs = pgTable('deleted_slugs', {
  slug: text('slug').primaryKey(),
  deletedAt: timestampMs('deleted_at').notNull().defaultNow(),
});

/**
 * The editable fields of an article after every save. The newest revision equals the article, or its pending changes if it has
 * some.
 */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    ...fieldColumns(),
    wordCount: integer('word_count').notNull(),
    savedBy: uuid('saved_by').references(() => user.id, { onDelete: 'set null' }),
    savedAt: timestampMs('saved_at').notNull().defaultNow(),
    /** The revision that this one restored. */
    restoredFrom: integer('restored_from'),
    /** It was saved for later, as pending changes of a published article. `isDraft` is set: readers have not seen it. */
    isPending: boolean('is_pending').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.revision] }),
    check('article_revisions_pending', sql`${table.isDraft} or not ${table.isPending}`),
  ],
);

/** Sorted by code point on every database, so that a prefix search is an index range. */
const textCollateC = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * The tags of every article that is not a draft, to list the articles of a tag. Maintained by a trigger on `articles`, which
 * computes the slug with the function `tag_slug`. Tags without a letter or digit have no row; of the tags of one article
 * with the same slug only the first has one.
 */
export const articleTags = pgTable(
  'article_tags',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    slug: textCollateC('slug').notNull(),
    /** The tag as the article has it. */
    name: text('name').notNull(),
    /** That of the article. */
    publishDate: timestampMs('publish_date').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.slug] }),
    index('article_tags_by_slug').on(table.slug, table.publishDate, table.articleId),
  ],
);

/**
 * The search index of the newsroom: the words of title, author and slug, each with section and state. Maintained by
 * triggers. A B-tree instead of a GIN index, because a B-tree scan can stop at the thousandth match.
 */
export const articleTerms = pgTable(
  'article_terms',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    word: textCollateC('word').notNull(),
    categorySlug: text('category_slug').notNull(),
    isDraft: boolean('is_draft').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.word] }),
    index('article_terms_by_word').on(table.categorySlug, table.isDraft, table.word, table.articleId),
  ],
);

/**
 * Idempotency keys of created articles, valid for a day. A client that does not know whether its request arrived
 * repeats it with the same key and gets the same article. `article_id` becomes null when the article is deleted.
 */
export const articleRequests = pgTable(
  'article_requests',
  {
    createdBy: uuid('created_by')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.createdBy, table.key] }),
    index('article_requests_article_id').on(table.articleId),
    check('article_requests_key_length', sql`length(${table.key}) between 1 and 100`),
  ],
);

/**
 * Articles per category, maintained by triggers, so that the number of pages is read from one row instead of counted.
 * `published` counts articles that are not drafts, `total` all articles.
 */
export const publishedCounts = pgTable('published_counts', {
  categorySlug: text('category_slug')
    .primaryKey()
    .references(() => categories.slug, { onDelete: 'cascade' }),
  published: integer('published').notNull().default(0),
  total: integer('total').notNull().default(0),
});
