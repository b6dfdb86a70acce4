import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';

/** The fields of a page that an editor can set. A revision stores the same ones. */
const fieldColumns = () => ({
  slug: text('slug').notNull(),
  title: text('title').notNull(),
  excerpt: text('excerpt').notNull().default(''),
  /** Sanitised HTML. */
  content: text('content').notNull().default(''),
  /** BCP 47; empty for the language of the site. */
  lang: text('lang').notNull().default(''),
  inFooter: boolean('in_footer').notNull().default(true),
  isDraft: boolean('is_draft').notNull().default(true),
});

/** The own pages of the publication. A trigger records the pictures of `content` in `image_uses`. */
export const ownPages = pgTable(
  'pages',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    ...fieldColumns(),
    slug: text('slug').notNull().unique(),
    /** The outline that the page was created from; null without one. */
    kind: text('kind').unique(),
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by').references(() => user.id, { onDelete: 'set null' }),
    updatedBy: uuid('updated_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    updatedAt: timestampMs('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'pages_slug',
      sql`length(${table.slug}) between 1 and 80 and ${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
    ),
    check('pages_title_length', sql`length(${table.title}) between 1 and 300`),
    check('pages_excerpt_length', sql`length(${table.excerpt}) <= 1000`),
  ],
);

export type OwnPageRow = typeof ownPages.$inferSelect;

/** The fields of a page after every save. The newest revision equals the page. */
export const ownPageRevisions = pgTable(
  'page_revisions',
  {
    pageId: uuid('page_id')
      .notNull()
      .references(() => ownPages.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    ...fieldColumns(),
    savedBy: uuid('saved_by').references(() => user.id, { onDelete: 'set null' }),
    savedAt: timestampMs('saved_at').notNull().defaultNow(),
    /** The revision whose fields this one restored. */
    restoredFrom: integer('restored_from'),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.revision] })],
);

/**
 * Every slug at which readers could see a page, the present one included. The others redirect to the page. Those of a
 * deleted page answer 410 (RFC 9110, section 15.5.11) until another page is published at them.
 */
export const ownPageSlugs = pgTable(
  'page_slugs',
  {
    slug: text('slug').primaryKey(),
    /** Null after the page was deleted. */
    pageId: uuid('page_id').references(() => ownPages.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
  },
  (table) => [index('page_slugs_page_id').on(table.pageId)],
);
