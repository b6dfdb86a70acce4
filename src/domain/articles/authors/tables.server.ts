import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';

/** The profiles of authors. Every one of them is public. */
export const authors = pgTable(
  'authors',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    /** Plain text; paragraphs are separated by blank lines. */
    bio: text('bio').notNull().default(''),
    /** The URL of a stored picture; empty for the initials. A trigger records its use in `image_uses`. */
    picture: text('picture').notNull().default(''),
    pictureAlt: text('picture_alt').notNull().default(''),
    links: text('links')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The account of the same person. */
    userId: uuid('user_id')
      .unique()
      .references(() => user.id, { onDelete: 'set null' }),
    revision: integer('revision').notNull().default(1),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    updatedAt: timestampMs('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'authors_slug',
      sql`length(${table.slug}) between 1 and 80 and ${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
    ),
    check('authors_name_length', sql`length(${table.name}) between 1 and 200`),
    index('authors_by_name').on(sql`(lower(${table.name}) collate "C")`, table.id),
  ],
);

export type AuthorRow = typeof authors.$inferSelect;

/** Former slugs of authors, which redirect to the author. */
export const authorSlugs = pgTable(
  'author_slugs',
  {
    slug: text('slug').primaryKey(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
  },
  (table) => [index('author_slugs_author_id').on(table.authorId)],
);
