import { and, desc, eq, gt, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SectionSlug } from '#domain/categories/section.ts';
import { categories } from '#domain/categories/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { fixedLimit, preparedPages } from '#platform/db/prepared.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { countPages, type Paged, pageOffset } from '#platform/paging.ts';
import type { ArticleSummary } from './article.ts';
import { toPicture } from './pictures.server.ts';
import { publishedArticles, publishedCounts } from './tables.server.ts';
import { cardTags } from './cache-tags.ts';

/** Articles on one page of a listing (decision: 12 per page). */
export const PAGE_SIZE = 12;

export interface Listing {
  /** The newest featured article, on the first page of all articles only. */
  readonly hero: ArticleSummary | null;
  readonly articles: readonly ArticleSummary[];
  readonly page: number;
  /** At least 1, also when nothing is published. */
  readonly pageCount: number;
}

/** The page tags of all articles that a listing shows. */
export function cardTagsOf({ hero, articles }: Listing): string[] {
  return [...(hero === null ? [] : [hero]), ...articles].flatMap(cardTags);
}

/** The columns of `ArticleSummary`; the metadata are of the lead picture. */
export const summaryColumns = {
  id: publishedArticles.id,
  slug: publishedArticles.slug,
  title: publishedArticles.title,
  excerpt: publishedArticles.excerpt,
  categorySlug: publishedArticles.categorySlug,
  bylines: publishedArticles.bylines,
  publishDate: publishedArticles.publishDate,
  readTime: publishedArticles.readTime,
  image: publishedArticles.image,
  imageAlt: publishedArticles.imageAlt,
  lang: publishedArticles.lang,
  metadata: {
    width: images.width,
    height: images.height,
    widths: images.widths,
    color: images.color,
    placeholder: images.placeholder,
  },
};

/** The order of every public list. */
export const newestFirst = [desc(publishedArticles.publishDate), desc(publishedArticles.id)];

/** Summaries of published articles, newest first. */
export const summaries = (db: Db) =>
  db
    .select(summaryColumns)
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .orderBy(...newestFirst);

export type SummaryRow = Awaited<ReturnType<typeof summaries>>[number];

/** The articles of a page, as one column of the statement that reads the page. */
const cards = (db: Db, where: SQL | undefined, before: number | Placeholder) =>
  rowsOf(summaries(db).where(inArray(publishedArticles.id, pageIdsQuery(db, where, before))));

const articlesListing = preparedPages('articles_listing', (db, before) => {
  const featured = eq(publishedArticles.featured, true);
  const heroId = db
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(featured)
    .orderBy(...newestFirst)
    .limit(fixedLimit(1));
  return db
    .select({
      hero: rowsOf(summaries(db).where(featured).limit(fixedLimit(1))),
      articles: cards(db, sql`${publishedArticles.id} is distinct from ${heroId}`, before),
      total: totalPublished(db),
      description: categories.description,
    })
    .from(categories)
    .where(eq(categories.slug, 'articles'));
});

/** All articles, newest first. The hero is not repeated in the grid of any page. `description` is null if none was entered. */
export async function listArticles(
  db: Db,
  page: number,
): Promise<Listing & { readonly description: string | null }> {
  const before = pageOffset(page, PAGE_SIZE);
  const [row] = await articlesListing(db, before).execute({ before });
  if (row === undefined) throw new Error('The category "articles" has no row');
  return {
    hero: page === 1 ? (row.hero.map(toSummary)[0] ?? null) : null,
    articles: row.articles.map(toSummary),
    description: row.description.trim() || null,
    page,
    pageCount: pageCountFor(row.total - row.hero.length),
  };
}

const sectionListing = preparedPages('section_listing', (db, before) =>
  db
    .select({
      articles: cards(db, eq(publishedArticles.categorySlug, sql.placeholder('slug')), before),
      total: totalPublished(db, sql.placeholder('slug')),
    })
    .from(categories)
    .where(eq(categories.slug, sql.placeholder('slug'))),
);

/** The listing is empty for a section that does not exist. */
export async function listSection(db: Db, slug: SectionSlug, page: number): Promise<Listing> {
  const before = pageOffset(page, PAGE_SIZE);
  const [row] = await sectionListing(db, before).execute({ slug, before });
  return {
    hero: null,
    articles: row?.articles.map(toSummary) ?? [],
    page,
    pageCount: pageCountFor(row?.total ?? 0),
  };
}

/** Number of pages of a listing with `count` articles; at least 1. */
const pageCountFor = (count: number) => countPages(count, PAGE_SIZE);

interface PublishedQuery {
  /** Null for all sections. */
  readonly section: SectionSlug | null;
  /** Null for featured and other articles. */
  readonly featured: boolean | null;
  readonly page: number;
}

export interface PublishedPage extends Paged {
  readonly articles: readonly ArticleSummary[];
}

/** The published articles that match, newest first, for the public API. */
export async function listPublished(
  db: Db,
  { section, featured, page }: PublishedQuery,
): Promise<PublishedPage> {
  const filter = and(
    section === null ? undefined : eq(publishedArticles.categorySlug, section),
    featured === null ? undefined : eq(publishedArticles.featured, featured),
  );
  // The stored counts do not distinguish featured articles. Those are few and have their own index.
  const total = await (featured === null
    ? countPublished(db, section ?? undefined)
    : db.$count(publishedArticles, filter));
  const ids = pageIdsQuery(db, filter, pageOffset(page, PAGE_SIZE));
  const rows = await summaries(db).where(inArray(publishedArticles.id, ids));
  return { articles: rows.map(toSummary), total, page, pageCount: pageCountFor(total) };
}

/**
 * The ids of the articles of a page, newest first. Their rows are read in a second step, so that `offset` skips index
 * entries instead of whole rows.
 */
const pageIdsQuery = (db: Db, where: SQL | undefined, before: number | Placeholder) =>
  db
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(where)
    .orderBy(...newestFirst)
    .limit(fixedLimit(PAGE_SIZE))
    .offset(before);

/** The published articles among `ids`, newest first. */
export async function listArticlesByIds(db: Db, ids: readonly string[]): Promise<ArticleSummary[]> {
  if (ids.length === 0) return [];
  return (await summaries(db).where(inArray(publishedArticles.id, [...ids]))).map(toSummary);
}

/** The published article with this slug; null if there is none. */
export async function findSummary(db: Db, slug: string): Promise<ArticleSummary | null> {
  const [row] = await summaries(db).where(eq(publishedArticles.slug, slug)).limit(1);
  return row === undefined ? null : toSummary(row);
}

/** The articles published after `since`, newest first, at most `limit`. */
export async function listArticlesSince(db: Db, since: Date, limit: number): Promise<ArticleSummary[]> {
  return (await summaries(db).where(gt(publishedArticles.publishDate, since)).limit(limit)).map(toSummary);
}

/** Reads one stored count per section, so the cost does not depend on the number of articles. */
async function countPublished(db: Db, sectionSlug?: SectionSlug): Promise<number> {
  const [row] = await publishedCountQuery(db, sectionSlug);
  return row?.published ?? 0;
}

const publishedCountQuery = (db: Db, sectionSlug?: SectionSlug | Placeholder) =>
  db
    .select({ published: sql<number>`coalesce(sum(${publishedCounts.published}), 0)::int` })
    .from(publishedCounts)
    .where(sectionSlug === undefined ? undefined : eq(publishedCounts.categorySlug, sectionSlug));

const totalPublished = (db: Db, sectionSlug?: Placeholder) =>
  sql<number>`${publishedCountQuery(db, sectionSlug)}`;

export function toSummary(row: SummaryRow): ArticleSummary {
  const { id, slug, title, excerpt, categorySlug, bylines, publishDate, readTime, lang } = row;
  if (publishDate === null) throw new Error(`Published article without a date: ${id}`);
  const picture = toPicture(row);
  return {
    id,
    slug,
    title,
    excerpt,
    sectionSlug: categorySlug,
    bylines,
    publishDate,
    readTime,
    lang,
    picture,
  };
}
