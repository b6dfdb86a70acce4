import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from '#platform/ids.ts';

/**
 * One row per section, created by the migrations. The row `articles` holds the subtitle of the page of all articles.
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
