import { type SQL, sql } from 'drizzle-orm';

/**
 * The moment of a first publication. Readers see what the clock of the database has reached, so a clock of ours that is
 * ahead of it must not hide the article for the difference; milliseconds are cut off, because rounding would do that too.
 */
export function publishedNow(now: Date): SQL {
  return sql`least(${now}::timestamptz, date_trunc('milliseconds', now()))`;
}
