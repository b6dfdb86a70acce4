import { and, asc, desc, eq, gte, lte, sql, sum } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import { localDay } from '#platform/local-time.ts';
import { articlePath } from '../articles/article.ts';
import { articles, publishedArticles } from '../articles/tables.server.ts';
import { type GrowthStep, listGrowth } from '../newsletter/subscribers/growth.server.ts';
import type { CurrentSite } from '../site/site.ts';
import { OTHER_REFERRERS } from './day-views.ts';
import { type PeriodSteps, type StatisticsPeriod, stepsOf } from './period.ts';
import { articleViews, pageViews, referrerViews } from './tables.server.ts';
import { PAGE_KINDS, type PageKind } from './viewed-page.ts';

/** Articles and sites of the report. */
export const REPORTED_ROWS = 20;

export interface StatisticsDeps extends CommandDeps {
  readonly site: CurrentSite;
}

/** Views in a day or a month. */
export type ViewsStep = Readonly<Record<PageKind, number>> & { readonly start: string };

export interface ArticleViews {
  readonly id: string;
  readonly title: string;
  /** Null for an article that is not published. */
  readonly path: string | null;
  readonly views: number;
}

export interface ReferrerViews {
  /** Null for all sites beyond the limit of a day. */
  readonly host: string | null;
  readonly views: number;
}

export interface StatisticsReport {
  readonly steps: PeriodSteps;
  readonly views: readonly ViewsStep[];
  /** The most opened first. */
  readonly articles: readonly ArticleViews[];
  readonly referrers: readonly ReferrerViews[];
  readonly growth: readonly GrowthStep[];
}

/** The stored page views of a period and the growth of the newsletter. */
export async function readStatistics(
  deps: StatisticsDeps,
  actor: Actor,
  period: StatisticsPeriod,
): Promise<StatisticsReport> {
  const range = rangeOf(deps, actor, period);
  const { db } = deps.database;
  return {
    steps: range.steps,
    views: await listViews(deps, range),
    articles: await listArticleViews(deps, range, REPORTED_ROWS),
    referrers: await listReferrerViews(deps, range, REPORTED_ROWS),
    growth: await listGrowth(db, { ...range.steps, timeZone: deps.site().timeZone }),
  };
}

export interface DayRange {
  readonly steps: PeriodSteps;
  /** YYYY-MM-DD, both included. */
  readonly first: string;
  readonly last: string;
}

/** The days of a period in the time zone of the publication. Throws `forbidden` without the permission. */
export function rangeOf({ clock, site }: StatisticsDeps, actor: Actor, period: StatisticsPeriod): DayRange {
  requirePermission(actor, 'statistics.read');
  const last = localDay(clock(), site().timeZone);
  const steps = stepsOf(period, last);
  return { steps, first: steps.starts[0] ?? last, last };
}

/** Every step of the range, also those without views. */
export async function listViews({ database }: StatisticsDeps, range: DayRange): Promise<ViewsStep[]> {
  const { day, kind, views } = pageViews;
  const start = sql<string>`to_char(date_trunc(${sql.raw(`'${range.steps.unit}'`)}, ${day}), 'YYYY-MM-DD')`;
  const rows = await database.db
    .select({ start, kind, views: sum(views).mapWith(Number) })
    .from(pageViews)
    .where(and(gte(day, range.first), lte(day, range.last)))
    .groupBy(sql`1`, kind);
  const counted = new Map(rows.map((row) => [`${row.start} ${row.kind}`, row.views]));
  return range.steps.starts.map((from) => ({
    start: from,
    ...(Object.fromEntries(PAGE_KINDS.map((of) => [of, counted.get(`${from} ${of}`) ?? 0])) as Record<
      PageKind,
      number
    >),
  }));
}

export async function listArticleViews(
  { database }: StatisticsDeps,
  range: DayRange,
  limit: number,
): Promise<ArticleViews[]> {
  const { day, articleId, views } = articleViews;
  const most = database.db
    .select({ articleId, views: sum(views).mapWith(Number).as('total') })
    .from(articleViews)
    .where(and(gte(day, range.first), lte(day, range.last)))
    .groupBy(articleId)
    .orderBy(desc(sql`total`), asc(articleId))
    .limit(limit)
    .as('most');
  const rows = await database.db
    .select({ id: articles.id, title: articles.title, slug: publishedArticles.slug, views: most.views })
    .from(most)
    .innerJoin(articles, eq(articles.id, most.articleId))
    .leftJoin(publishedArticles, eq(publishedArticles.id, most.articleId))
    .orderBy(desc(most.views), asc(most.articleId));
  return rows.map(({ slug, ...row }) => ({ ...row, path: slug === null ? null : articlePath(slug) }));
}

export async function listReferrerViews(
  { database }: StatisticsDeps,
  range: DayRange,
  limit: number,
): Promise<ReferrerViews[]> {
  const { day, host, views } = referrerViews;
  const rows = await database.db
    .select({ host, views: sum(views).mapWith(Number) })
    .from(referrerViews)
    .where(and(gte(day, range.first), lte(day, range.last)))
    .groupBy(host)
    // Last: no single site.
    .orderBy(asc(sql`${host} = ${OTHER_REFERRERS}`), desc(sum(views)), asc(host))
    .limit(limit);
  return rows.map((row) => ({ ...row, host: row.host === OTHER_REFERRERS ? null : row.host }));
}
