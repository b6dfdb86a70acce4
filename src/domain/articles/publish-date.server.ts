import { type SQL, sql } from 'drizzle-orm';

/**
 * The publication date of an article that is first published now. Readers see articles whose date is not after the
 * clock of the database. If the clock of this process is ahead, the date is limited to that of the database, so that
 * the article is visible at once. It is truncated to milliseconds, because rounding up would also put it in the future.
 */
export function publishDateNow(now: Date): SQL {
  return sql`least(${now}::timestamptz, date_trunc('milliseconds', now()))`;
}
