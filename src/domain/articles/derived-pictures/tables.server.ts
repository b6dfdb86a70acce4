import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LINK_PREVIEW, SOCIAL_SHAPES } from '#domain/images/rendering/social-picture.ts';
import { timestampMs } from '#platform/db/columns.server.ts';

/** As for `images`: every file in the storage has a row, from before it is stored until after it is deleted. */
const STATES = ['storing', 'stored', 'removing'] as const;

/** The pictures that are rendered for published articles, for social networks and search engines. They can be rendered again. */
export const socialPictures = pgTable(
  'social_pictures',
  {
    /** Storage key: `social/`, a hash of the file, `.png`. */
    key: text('key').primaryKey(),
    /** Without a foreign key: the row must outlive a deleted article until the file is removed. */
    articleId: uuid('article_id').notNull(),
    /** As width to height. */
    shape: text('shape', { enum: SOCIAL_SHAPES }).notNull().default(LINK_PREVIEW),
    /** What the picture shows. It is served only while the article has the same title and section. */
    title: text('title').notNull(),
    categorySlug: text('category_slug').notNull(),
    /** A hash of everything else that the picture depends on. */
    design: text('design').notNull(),
    state: text('state', { enum: STATES }).notNull().default('storing'),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('social_pictures_article_id').on(table.articleId),
    uniqueIndex('social_pictures_stored')
      .on(table.articleId, table.shape)
      .where(sql`${table.state} = 'stored'`),
    check('social_pictures_shape', sql`${table.shape} in ('40x21', '16x9', '4x3', '1x1')`),
    check('social_pictures_state', sql`${table.state} in ('storing', 'stored', 'removing')`),
  ],
);
