import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, pgView, text, timestamp, uuid } from 'drizzle-orm/pg-core';
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
  imageAlt: text('image_alt').notNull().default(''),
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
});

/** Every article, drafts included. Only the newsroom reads it. */
export const articles = pgTable('articles', columns(), (table) => [
  check(
    'articles_slug',
    sql`length(${table.slug}) between 1 and 80 and ${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
  ),
  check('articles_title_length', sql`length(${table.title}) between 1 and 300`),
  check('articles_excerpt_length', sql`length(${table.excerpt}) between 1 and 1000`),
  check('articles_content_size', sql`octet_length(${table.content}) <= 2097152`),
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
  index('articles_in_category').on(table.categorySlug, table.publishDate, table.id),
]);

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
