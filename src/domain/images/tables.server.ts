import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';

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
  },
  (table) => [check('images_size', sql`${table.width} > 0 and ${table.height} > 0`)],
);
