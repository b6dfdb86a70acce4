import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from '#platform/ids.ts';

const columns = () => ({
  id: uuid('id').primaryKey().$defaultFn(uuidv7),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  duration: text('duration').notNull().default(''),
});

export const podcasts = pgTable('podcasts', columns());
export const videos = pgTable('videos', columns());
