import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';

/**
 * `storing`: its files are on their way into the store; `stored`: all of them are there; `removing`: nobody may count on
 * them. A row is there before the first file and until after the last, so that no file in the store is ever forgotten.
 */
export const PICTURE_STATES = ['storing', 'stored', 'removing'] as const;

/** What a page must know of a picture before it has arrived: its size and a colour, so that nothing jumps. */
export const images = pgTable(
  'images',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    url: text('url').notNull().unique(),
    alt: text('alt').notNull().default(''),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    widths: integer('widths')
      .array()
      .notNull()
      .default(sql`'{}'`),
    color: text('color').notNull().default(''),
    placeholder: text('placeholder').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    createdBy: uuid('created_by').references(() => user.id, { onDelete: 'set null' }),
    state: text('state', { enum: PICTURE_STATES }).notNull().default('stored'),
    /** When somebody last wanted it in the store: the same bytes uploaded again are the same picture. */
    uploadedAt: timestamp('uploaded_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check('images_size', sql`${table.width} > 0 and ${table.height} > 0`),
    check('images_state', sql`${table.state} in ('storing', 'stored', 'removing')`),
  ],
);

/**
 * Which article shows a picture, or showed it in one of its revisions. Kept by a trigger on articles, so that nothing
 * that writes one can forget it, and looked up when pictures that nobody needs are collected.
 */
export const imageUses = pgTable(
  'image_uses',
  {
    /** The key of its files without width and format: `article-images/NAME`. */
    picture: text('picture').notNull(),
    /** Goes with the article; articles stand to the right of images, so the migration says so and not this. */
    articleId: uuid('article_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.picture, table.articleId] }),
    index('image_uses_article_id').on(table.articleId),
  ],
);
