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
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { categories } from '#domain/categories/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';

// Milliseconds: a JavaScript Date holds no more, so a page that continues after a read date misses nothing.
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

// A function, because the table and the view each need columns of their own.
const columns = () => ({
  id: uuid('id').primaryKey().$defaultFn(uuidv7),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  excerpt: text('excerpt').notNull(),
  content: text('content').notNull(),
  categorySlug: text('category_slug')
    .notNull()
    .references(() => categories.slug),
  authorName: text('author_name').notNull().default('Meridian Editorial Team'),
  authorImage: text('author_image').notNull().default('/placeholder.svg'),
  publishDate: moment('publish_date'),
  readTime: text('read_time').notNull().default('5 min read'),
  featured: boolean('featured').notNull().default(false),
  image: text('image').notNull().default(''),
  /** Null while nobody has described the picture; empty when it is decorative. */
  imageAlt: text('image_alt').default(''),
  tags: text('tags')
    .array()
    .notNull()
    .default(sql`'{}'`),
  isDraft: boolean('is_draft').notNull().default(true),
  isSample: boolean('is_sample').notNull().default(false),
  wordCount: integer('word_count').notNull().default(0),
  createdBy: uuid('created_by').references(() => user.id, { onDelete: 'set null' }),
  updatedBy: uuid('updated_by').references(() => user.id, { onDelete: 'set null' }),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  revision: integer('revision').notNull().default(1),
  /** Somebody chose this read time, also where it equals the computed one. */
  readTimeTyped: boolean('read_time_typed').notNull().default(false),
  /** BCP 47; empty for the language of the site. */
  lang: text('lang').notNull().default(''),
});

/** In what order titles stand: the same on every database, whatever language its server speaks. */
export const titleKey = (title: AnyPgColumn) => sql`(lower(${title}) collate "C")`;

/** Every article, drafts included. Only the newsroom reads it. */
export const articles = pgTable('articles', columns(), (table) => [
  check(
    'articles_slug',
    sql`length(${table.slug}) between 1 and 80 and ${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
  ),
  check('articles_title_length', sql`length(${table.title}) between 1 and 300`),
  check('articles_excerpt_length', sql`length(${table.excerpt}) between 1 and 1000`),
  check('articles_content_size', sql`octet_length(${table.content}) <= 2097152`),
  check('articles_lang_length', sql`length(${table.lang}) <= 35`),
  check('articles_published_has_date', sql`${table.isDraft} or ${table.publishDate} is not null`),
  /*
   * Ascending on purpose. Newest first (`order by publish_date desc, id desc`) is a walk of these indexes from
   * their end; a descending one written by drizzle says NULLS LAST, which PostgreSQL does not recognise as that
   * order, and it would sort every article. With the id at the end they hold all a deep page needs to skip rows.
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
   * The table of the newsroom: one index for each order in which it can be shown. Category and state come first, so
   * that a page of any choice of them is the beginning of a few walks (`newsroom-table.server.ts`).
   */
  index('articles_by_date').on(table.categorySlug, table.isDraft, table.publishDate, table.id),
  index('articles_by_update').on(table.categorySlug, table.isDraft, table.updatedAt, table.id),
  index('articles_by_title').on(table.categorySlug, table.isDraft, titleKey(table.title), table.id),
]);

export type ArticleRow = typeof articles.$inferSelect;

/** What the public may see: not a draft, and its date has come. Everything public reads this and never the table. */
export const publishedArticles = pgView('published_articles', columns()).existing();

/** Addresses an article once had while it was public; they answer with a redirect. */
export const articleSlugs = pgTable(
  'article_slugs',
  {
    slug: text('slug').primaryKey(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('article_slugs_article_id').on(table.articleId)],
);

/**
 * Addresses of deleted articles that readers could see; they answer 410 (RFC 9110, section 15.5.11). A row goes when an
 * article is published at its address.
 */
export const deletedSlugs = pgTable('deleted_slugs', {
  slug: text('slug').primaryKey(),
  deletedAt: moment('deleted_at').notNull().defaultNow(),
});

/** What an editor can change about an article, as every save left it. The newest is the article itself. */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull(),
    content: text('content').notNull(),
    categorySlug: text('category_slug').notNull(),
    authorName: text('author_name').notNull(),
    authorImage: text('author_image').notNull(),
    readTime: text('read_time').notNull(),
    featured: boolean('featured').notNull(),
    image: text('image').notNull(),
    imageAlt: text('image_alt'),
    tags: text('tags').array().notNull(),
    isDraft: boolean('is_draft').notNull(),
    wordCount: integer('word_count').notNull(),
    savedBy: uuid('saved_by').references(() => user.id, { onDelete: 'set null' }),
    savedAt: moment('saved_at').notNull().defaultNow(),
    /** The revision this one brought back. */
    restoredFrom: integer('restored_from'),
    readTimeTyped: boolean('read_time_typed').notNull().default(false),
    lang: text('lang').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.revision] })],
);

/** In the order of its code points on every database, so that the words that begin alike stand together. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * The words of title, author and slug, each with section and state: what the search of the newsroom looks into. Kept by
 * triggers. A tree and not an inverted index, because a tree can stop at the thousandth match.
 */
export const articleTerms = pgTable(
  'article_terms',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    word: plainText('word').notNull(),
    categorySlug: text('category_slug').notNull(),
    isDraft: boolean('is_draft').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.word] }),
    index('article_terms_by_word').on(table.categorySlug, table.isDraft, table.word, table.articleId),
  ],
);

/**
 * Under which key an article was created, for a day: who does not know whether a request arrived sends it again with
 * the same key and gets the same article. `article_id` becomes null when that article is deleted.
 */
export const articleRequests = pgTable(
  'article_requests',
  {
    createdBy: uuid('created_by')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.createdBy, table.key] }),
    index('article_requests_article_id').on(table.articleId),
    check('article_requests_key_length', sql`length(${table.key}) between 1 and 100`),
  ],
);

/**
 * Articles per category, kept by triggers: the number of pages is one row read instead of a count of 100,000.
 * `published` counts what is not a draft, `total` everything.
 */
export const publishedCounts = pgTable('published_counts', {
  categorySlug: text('category_slug')
    .primaryKey()
    .references(() => categories.slug, { onDelete: 'cascade' }),
  published: integer('published').notNull().default(0),
  total: integer('total').notNull().default(0),
});

/** The same counts without articles whose date has not come: what public listings divide into pages. */
export const publishedTotals = pgView('published_totals', {
  categorySlug: text('category_slug').notNull(),
  published: integer('published').notNull(),
}).existing();
