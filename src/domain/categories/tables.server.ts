import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from '#platform/ids.ts';

/**
 * One row per section. The row `articles` holds the subtitle of the page of all articles; `podcasts` and `videos` are not
 * used.
 */
export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    slug: text('slug').notNull().unique(),
    description: text('description').notNull().default(''),
  },
  (table) => [check('categories_description_length', sql`length(${table.description}) <= 2000`)],
);

const ofCategory = () =>
  text('category_slug')
    .notNull()
    .references(() => categories.slug, { onDelete: 'cascade' });

/** The sections. The migration creates those of the specification. */
export const sections = pgTable(
  'sections',
  {
    categorySlug: ofCategory().primaryKey(),
    pathSegment: text('path_segment').notNull().unique(),
    /** The path begins with `/articles/`. */
    isCategory: boolean('is_category').notNull(),
    name: text('name').notNull(),
    shortName: text('short_name').notNull(),
    icon: text('icon').notNull(),
    emptyText: text('empty_text').notNull(),
    position: integer('position').notNull(),
    /** The order on the home page, which the specification has different from that of the menu. */
    homePosition: integer('home_position').notNull(),
    isVisible: boolean('is_visible').notNull().default(true),
    /** Increases with every change but that of the order. */
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    check('sections_path_segment', pathSegmentRule(table.pathSegment)),
    check('sections_name_length', sql`length(${table.name}) between 1 and 80`),
    check('sections_short_name_length', sql`length(${table.shortName}) between 1 and 40`),
    check('sections_empty_text_length', sql`length(${table.emptyText}) <= 200`),
  ],
);

/** Every path segment that a section has or had. Former ones redirect to the present path. */
export const sectionPaths = pgTable(
  'section_paths',
  {
    pathSegment: text('path_segment').primaryKey(),
    categorySlug: ofCategory(),
  },
  (table) => [
    index('section_paths_category_slug').on(table.categorySlug),
    check('section_paths_path_segment', pathSegmentRule(table.pathSegment)),
  ],
);

function pathSegmentRule(column: unknown) {
  return sql`length(${column}) between 1 and 60 and ${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`;
}
