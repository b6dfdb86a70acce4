import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { articles } from '../articles/tables.server.ts';
import { PAGE_KINDS } from './viewed-page.ts';

/** Days are those of the publication's time zone when the page was sent. The job `statistics.prune` deletes old ones. */
const day = () => date('day', { mode: 'string' }).notNull();

/** How often pages were opened, by day. Rows of deleted articles are missing in `article_views`, but not here. */
export const pageViews = pgTable(
  'page_views',
  { day: day(), kind: text('kind', { enum: PAGE_KINDS }).notNull(), views: integer('views').notNull() },
  (table) => [
    primaryKey({ columns: [table.day, table.kind] }),
    check('page_views_kind', sql`${table.kind} in ('article', 'home', 'listing', 'other')`),
  ],
);

/** How often the page of each article was opened, by day. */
export const articleViews = pgTable(
  'article_views',
  {
    day: day(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    views: integer('views').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.articleId] }),
    index('article_views_article').on(table.articleId),
  ],
);

/** How often pages were opened through a link on another site, by the host name of that site and day. */
export const referrerViews = pgTable(
  'referrer_views',
  {
    day: day(),
    /** Empty for hosts beyond the limit of the day. */
    host: text('host').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.host] }),
    check('referrer_views_host_length', sql`length(${table.host}) <= 100`),
  ],
);
