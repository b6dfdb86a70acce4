import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { CropShape } from './crops.ts';

/**
 * `storing`: files are being written; `stored`: all files exist; `removing`: files are being deleted. The row is
 * inserted before the first file and deleted after the last, so that every file in the storage has a row.
 */
export const PICTURE_STATES = ['storing', 'stored', 'removing'] as const;

/**
 * The metadata that a page needs before a picture is loaded: its size, so that the layout does not shift, and a
 * placeholder.
 */
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
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    createdBy: uuid('created_by').references(() => user.id, { onDelete: 'set null' }),
    state: text('state', { enum: PICTURE_STATES }).notNull().default('stored'),
    /** Time of the last upload. Uploading the same bytes again updates the same row. */
    uploadedAt: timestampMs('uploaded_at').notNull().defaultNow(),
  },
  (table) => [
    check('images_size', sql`${table.width} > 0 and ${table.height} > 0`),
    /** Counted for the quota of a person. */
    index('images_created_by').on(table.createdBy),
    check('images_state', sql`${table.state} in ('storing', 'stored', 'removing')`),
  ],
);

/** The pictures of which crops exist for search engines, with their shapes. Written by a job; they can be cut again. */
export const pictureCrops = pgTable('picture_crops', {
  imageId: uuid('image_id')
    .primaryKey()
    .references(() => images.id, { onDelete: 'cascade' }),
  shapes: text('shapes').array().$type<CropShape[]>().notNull(),
});

/**
 * The articles and pages that reference a picture, now or in one of their revisions, and the authors that have it as their
 * picture. Maintained by triggers on these tables, so that every write is covered. Read when unused pictures are deleted.
 */
export const imageUses = pgTable(
  'image_uses',
  {
    /** The storage key without width and format: `article-images/NAME`. */
    picture: text('picture').notNull(),
    /**
     * One of the three is set. A use is deleted with the article, author or page. The foreign keys are in the migrations
     * only, because `images` must not import their modules.
     */
    articleId: uuid('article_id'),
    authorId: uuid('author_id'),
    pageId: uuid('page_id'),
  },
  (table) => [
    unique('image_uses_use')
      .on(table.picture, table.articleId, table.authorId, table.pageId)
      .nullsNotDistinct(),
    index('image_uses_article_id').on(table.articleId),
    index('image_uses_author_id').on(table.authorId),
    index('image_uses_page_id').on(table.pageId),
  ],
);
