import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { categories } from '#domain/categories/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { authors } from './authors/tables.server.ts';
import type { Byline } from './bylines.ts';
import { SCHEDULED_ACTIONS } from './schedule/schedule.ts';

/**
 * The columns of `articleFields`, which articles, revisions and autosaves have. Functions, because every table and view
 * needs its own column objects.
 */
export const fieldColumns = () => ({
  slug: text('slug').notNull(),
  title: text('title').notNull(),
  excerpt: text('excerpt').notNull(),
  content: text('content').notNull(),
  categorySlug: text('category_slug').notNull(),
  /** The names of `bylines` as one text, for the search and the API. */
  authorName: text('author_name').notNull(),
  /** At least one: a trigger creates the byline of a row that is inserted with `author_name` only. */
  bylines: jsonb('bylines').$type<Byline[]>().notNull().default([]),
  authorImage: text('author_image').notNull(),
  readTime: text('read_time').notNull(),
  featured: boolean('featured').notNull(),
  image: text('image').notNull(),
  /** Null while the picture has no text alternative; empty when it is decorative. */
  imageAlt: text('image_alt'),
  tags: text('tags').array().notNull(),
  isDraft: boolean('is_draft').notNull(),
  /** An editor set the read time, even if it equals the calculated value. */
  readTimeTyped: boolean('read_time_typed').notNull().default(false),
  /** BCP 47; empty for the language of the site. */
  lang: text('lang').notNull().default(''),
});

const columns = () => {
  const fields = fieldColumns();
  return {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    ...fields,
    slug: fields.slug.unique(),
    categorySlug: fields.categorySlug.references(() => categories.slug),
    authorName: fields.authorName.default('Meridian Editorial Team'),
    authorImage: fields.authorImage.default('/placeholder.svg'),
    readTime: fields.readTime.default('5 min read'),
    featured: fields.featured.default(false),
    image: fields.image.default(''),
    imageAlt: fields.imageAlt.default(''),
    tags: fields.tags.default(sql`'{}'`),
    isDraft: fields.isDraft.default(true),
    publishDate: timestampMs('publish_date'),
    isSample: boolean('is_sample').notNull().default(false),
    wordCount: integer('word_count').notNull().default(0),
    createdBy: uuid('created_by').references(() => user.id, { onDelete: 'set null' }),
    updatedBy: uuid('updated_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    updatedAt: timestampMs('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  };
};

/** Not in the view of published articles, which readers see. */
const reviewColumns = () => ({
  /** When the draft was submitted for review; null if it is not in review. */
  submittedAt: timestampMs('submitted_at'),
  /** When an editor returned the draft; null if it was submitted again or published since. */
  returnedAt: timestampMs('returned_at'),
});

/** Not in the view of published articles: an article in the trash is a draft (`is_draft`) as long as it is there. */
const trashColumns = () => ({
  /** When the article was moved to the trash; null if it is not there. */
  trashedAt: timestampMs('trashed_at'),
  trashedBy: uuid('trashed_by').references(() => user.id, { onDelete: 'set null' }),
  /** Readers could see it before, so restoring publishes it again. */
  trashedPublished: boolean('trashed_published').notNull().default(false),
});

/** Not in the view of published articles. */
const pendingColumns = () => ({
  /**
   * The revision that readers see while the newest one has changes that are saved for later (`pending/`); null without such
   * changes.
   */
  liveRevision: integer('live_revision'),
});

/** Not in the view of published articles. All null or none, except that the account can be deleted. */
const scheduleColumns = () => ({
  scheduledAction: text('scheduled_action', { enum: SCHEDULED_ACTIONS }),
  scheduledAt: timestampMs('scheduled_at'),
  scheduledBy: uuid('scheduled_by').references(() => user.id, { onDelete: 'set null' }),
  /** The job that does it. A job whose id is not here any more does nothing. */
  scheduledJob: uuid('scheduled_job'),
});

/** The sort key of titles. The collation makes the order independent of the locale of the server. */
export const titleSortKey = (title: AnyPgColumn) => sql`(lower(${title}) collate "C")`;

/** Every article, drafts and the trash included. Only the newsroom reads it. */
export const articles = pgTable(
  'articles',
  { ...columns(), ...reviewColumns(), ...trashColumns(), ...pendingColumns(), ...scheduleColumns() },
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
 * view and never the table.
 */
export const publishedArticles = pgView('published_articles', columns()).existing();

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
