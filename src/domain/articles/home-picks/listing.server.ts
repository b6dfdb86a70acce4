import { hash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { images } from '#domain/images/tables.server.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.server.ts';
import type { ArticleSummary } from '../article.ts';
import { STATE_COLUMNS } from '../article-state.server.ts';
import { type ArticleState, articleState } from '../article-state.ts';
import { summaryColumns, type SummaryRow, toSummary } from '../queries.server.ts';
import { articles, publishedArticles } from '../tables.server.ts';
import { homePicks } from './tables.server.ts';

export interface ShownPicks {
  /** In their order. */
  readonly articles: readonly ArticleSummary[];
  /** The ids of picked articles that are not published now. They are shown once they are published again. */
  readonly hidden: readonly string[];
}

const shownPicks = prepared('home_picks', (db) =>
  db
    .select({ pickedId: homePicks.articleId, ...summaryColumns })
    .from(homePicks)
    .leftJoin(publishedArticles, eq(publishedArticles.id, homePicks.articleId))
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .orderBy(asc(homePicks.position)),
);

type PickRow = Awaited<ReturnType<ReturnType<typeof shownPicks>['execute']>>[number];

const isPublished = (row: PickRow): row is PickRow & SummaryRow => row.id !== null;

/** What readers see of the picks, in one statement. */
export async function listShownPicks(db: Db): Promise<ShownPicks> {
  const rows = await shownPicks(db).execute();
  return {
    articles: rows.filter(isPublished).map(toSummary),
    hidden: rows.filter((row) => !isPublished(row)).map(({ pickedId }) => pickedId),
  };
}

/** A pick as the newsroom sees it. */
export interface HomePick {
  readonly articleId: string;
  readonly slug: string;
  readonly title: string;
  readonly sectionSlug: string;
  readonly state: ArticleState;
  readonly expiresAt: Date | null;
}

export interface HomePicks {
  readonly picks: readonly HomePick[];
  readonly revision: string;
}

/** All picks in their order, for those who may change them. */
export async function listHomePicks(db: Db, actor: Actor): Promise<HomePicks> {
  requirePermission(actor, 'home_page.edit');
  const picks = await findHomePicks(db);
  return { picks, revision: picksRevision(picks) };
}

export async function findHomePicks(db: Db | Transaction): Promise<HomePick[]> {
  const rows = await db
    .select({
      articleId: articles.id,
      slug: articles.slug,
      title: articles.title,
      sectionSlug: articles.categorySlug,
      ...STATE_COLUMNS,
      expiresAt: homePicks.expiresAt,
    })
    .from(homePicks)
    .innerJoin(articles, eq(articles.id, homePicks.articleId))
    .orderBy(asc(homePicks.position));
  return rows.map(({ articleId, slug, title, sectionSlug, expiresAt, ...columns }) => ({
    articleId,
    slug,
    title,
    sectionSlug,
    state: articleState(columns),
    expiresAt,
  }));
}

/** A hash of what was picked, so that no counter has to be stored. */
export const picksRevision = (picks: readonly Pick<HomePick, 'articleId' | 'expiresAt'>[]): string =>
  hash(
    'sha256',
    JSON.stringify(picks.map(({ articleId, expiresAt }) => [articleId, expiresAt])),
    'base64url',
  ).slice(0, 22);
