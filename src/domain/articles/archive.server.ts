import { and, desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { zoneInSql } from '#platform/db/zone-in-sql.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import type { ArchiveMonth } from './archive.ts';
import type { ArticleSummary } from './article.ts';
import { newestFirst, PAGE_SIZE, summaries, toSummary } from './queries.server.ts';
import { publishedArticles } from './tables.server.ts';

/**
 * The months in which the published articles were published, in the time zone of the publication, newest first.
 *
 * Without a year it reads the publication date of every article.
 *
 * @param year four digits
 */
export function listArchiveMonths(db: Db, timeZone: string, year?: string): Promise<ArchiveMonth[]> {
  const month = sql<string>`to_char(${publishedArticles.publishDate} at time zone ${zoneInSql(timeZone)}, 'YYYY-MM')`;
  return (
    db
      .select({ month, count: sql<number>`count(*)::int` })
      .from(publishedArticles)
      .where(
        year === undefined
          ? undefined
          : publishedWithin(startOf(`${year}-01`, 0, timeZone), startOf(`${year}-01`, 12, timeZone)),
      )
      // The number of the column, because the time zone is a parameter: PostgreSQL would not see the same expression.
      .groupBy(sql`1`)
      .orderBy(desc(sql`1`))
  );
}

/** The nearest months with articles before and after a month; null if there is none. */
export async function findNeighboringMonths(
  db: Db,
  month: string,
  timeZone: string,
): Promise<{ readonly earlier: string | null; readonly later: string | null }> {
  const { publishDate } = publishedArticles;
  const monthOf = (date: SQL) =>
    sql<string | null>`to_char((${date}) at time zone ${zoneInSql(timeZone)}, 'YYYY-MM')`;
  const nearest = (order: SQL, where: SQL) =>
    monthOf(
      sql`select ${publishDate} from ${publishedArticles} where ${where} order by ${publishDate} ${order} limit 1`,
    );
  const { rows } = await db.execute<{ earlier: string | null; later: string | null }>(sql`select
    ${nearest(sql`desc`, sql`${publishDate} < ${startOf(month, 0, timeZone)}`)} as earlier,
    ${nearest(sql`asc`, sql`${publishDate} >= ${startOf(month, 1, timeZone)}`)} as later`);
  const [neighbors] = rows;
  if (neighbors === undefined) throw new Error('A query without a table returned no row');
  return neighbors;
}

interface MonthPage {
  /** Like `2026-11`. */
  readonly month: string;
  readonly timeZone: string;
  readonly page: number;
}

/** One page of the articles that were published in a month, newest first, and the number of all of them. */
export async function listArticlesOfArchiveMonth(
  db: Db,
  { month, timeZone, page }: MonthPage,
): Promise<{
  readonly articles: readonly ArticleSummary[];
  readonly total: number;
  readonly pageCount: number;
}> {
  const ofMonth = publishedWithin(startOf(month, 0, timeZone), startOf(month, 1, timeZone));
  const ids = db
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(ofMonth)
    .orderBy(...newestFirst)
    .limit(PAGE_SIZE)
    .offset(pageOffset(page, PAGE_SIZE));
  const rows = await summaries(db).where(inArray(publishedArticles.id, ids));
  const total = await db.$count(publishedArticles, ofMonth);
  return { articles: rows.map(toSummary), total, pageCount: countPages(total, PAGE_SIZE) };
}

function publishedWithin(start: SQL, end: SQL): SQL | undefined {
  const { publishDate } = publishedArticles;
  return and(sql`${publishDate} >= ${start}`, sql`${publishDate} < ${end}`);
}

/** The moment at which a month begins, or the month that many months later. */
export function startOf(month: string, later: number, timeZone: string): SQL {
  return sql`((${`${month}-01`}::date + make_interval(months => ${later}::int)) at time zone ${zoneInSql(timeZone)})`;
}
