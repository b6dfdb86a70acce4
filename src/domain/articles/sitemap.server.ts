import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { publishedArticles, sitemapMonths } from './tables.server.ts';

/** A month in which articles were published. */
export interface SitemapMonth {
  /** Like `2026-11`, in UTC. */
  readonly month: string;
  readonly count: number;
  /** When an article of the month was last published, changed for readers, or removed. */
  readonly lastChange: Date;
}

export interface SitemapArticle {
  readonly slug: string;
  /** When readers got the last change. */
  readonly updatedAt: Date;
  /** URL of the lead picture; empty without one. */
  readonly image: string;
}

export interface NewsArticle {
  readonly slug: string;
  readonly title: string;
  readonly publishDate: Date;
  /** BCP 47; empty for the language of the site. */
  readonly lang: string;
}

/** The months with published articles, newest first. */
export function listSitemapMonths(db: Db): Promise<SitemapMonth[]> {
  const month = sql<string>`to_char(${publishedArticles.publishDate} at time zone 'UTC', 'YYYY-MM')`;
  const { updatedAt } = publishedArticles;
  const counted = db
    .select({
      month: month.as('published_in'),
      count: sql<number>`count(*)::int`.as('count'),
      lastArticle: sql`max(${updatedAt})`.as('last_article'),
    })
    .from(publishedArticles)
    .groupBy(month)
    .as('counted');
  // Null without a row, which `greatest` ignores.
  const lastChange = sql`greatest(${counted.lastArticle}, ${sitemapMonths.changedAt})`.mapWith(updatedAt);
  return db
    .select({ month: counted.month, count: counted.count, lastChange })
    .from(counted)
    .leftJoin(sitemapMonths, eq(sitemapMonths.month, counted.month))
    .orderBy(desc(counted.month));
}

/** The published articles of a month (`2026-11`), oldest first. */
export function listArticlesOfMonth(
  db: Db,
  month: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<SitemapArticle[]> {
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  const { slug, updatedAt, image } = publishedArticles;
  return db
    .select({ slug, updatedAt, image })
    .from(publishedArticles)
    .where(and(gte(publishedArticles.publishDate, start), lt(publishedArticles.publishDate, end)))
    .orderBy(asc(publishedArticles.publishDate), asc(publishedArticles.id))
    .offset(offset)
    .limit(limit);
}

/** The articles published at or after `since`, newest first. */
export async function listNewsArticles(db: Db, since: Date, limit: number): Promise<NewsArticle[]> {
  const { slug, title, publishDate, lang } = publishedArticles;
  const rows = await db
    .select({ slug, title, publishDate, lang })
    .from(publishedArticles)
    .where(gte(publishDate, since))
    .orderBy(desc(publishDate), desc(publishedArticles.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, publishDate: row.publishDate ?? since }));
}
