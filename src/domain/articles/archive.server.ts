import { and, desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { zoneInSql } from '#platform/db/zone-in-sql.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import type { ArchiveMonth } from './archive.ts';
import type { ArticleSummary } from './article.ts';
import { newestFirst, PAGE_SIZE, summaries, toSummary } from './queries.server.ts';
import { publishedArticles } from './tables.server.ts';

/** The months in which the published articles were published, in the time zone of the publication, newest first. */
export function listArchiveMonths(db: Db, timeZone: string): Promise<ArchiveMonth[]> {
  const month = sql<string>`to_char(${publishedArticles.publishDate} at time zone ${zoneInSql(timeZone)}, 'YYYY-MM')`;
  return (
    db
      .select({ month, count: sql<number>`count(*)::int` })
      .from(publishedArticles)
      // The number of the column, because the time zone is a parameter: PostgreSQL would not see the same expression.
      .groupBy(sql`1`)
      .orderBy(desc(sql`1`))
  );
}

interface MonthPage {
  /** Like `2026-11`. */
  readonly month: string;
  readonly timeZone: string;
  readonly page: number;
}

/** One page of the articles that were published in a month, newest first. Empty after the last page. */
export async function listArticlesOfArchiveMonth(
  db: Db,
  { month, timeZone, page }: MonthPage,
): Promise<{ readonly articles: readonly ArticleSummary[]; readonly pageCount: number }> {
  const ofMonth = and(
    sql`${publishedArticles.publishDate} >= ${startOf(month, 0, timeZone)}`,
    sql`${publishedArticles.publishDate} < ${startOf(month, 1, timeZone)}`,
  );
  const ids = db
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(ofMonth)
    .orderBy(...newestFirst)
    .limit(PAGE_SIZE)
    .offset(pageOffset(page, PAGE_SIZE));
  const rows = await summaries(db).where(inArray(publishedArticles.id, ids));
  return {
    articles: rows.map(toSummary),
    pageCount: countPages(await db.$count(publishedArticles, ofMonth), PAGE_SIZE),
  };
}

/** The moment at which a month begins, or the month that many months later. */
function startOf(month: string, later: number, timeZone: string): SQL {
  return sql`((${`${month}-01`}::date + make_interval(months => ${later}::int)) at time zone ${zoneInSql(timeZone)})`;
}
