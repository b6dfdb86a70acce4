import { and, desc, eq, gt, inArray, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { getSection, type SectionSlug } from '#domain/categories/section.ts';
import { categories } from '#domain/categories/tables.server.ts';
import type { Picture } from '#domain/images/image.ts';
import { images } from '#domain/images/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import {
  type ArticleLink,
  type ArticleSummary,
  DEFAULT_AUTHOR_IMAGE,
  type PublishedArticle,
  RELATED_LIMIT,
} from './article.ts';
import { pictureUrlsIn } from './body.server.ts';
import { renderStored } from './html-processing.server.ts';
import { isSlug } from './slug.ts';
import { articleSlugs, publishedArticles, publishedTotals } from './tables.server.ts';
import { pageTags } from './tags.ts';

/** Articles on one page of a listing (decision: 12 per page). */
export const PAGE_SIZE = 12;

export interface Listing {
  /** The newest featured article, on the first page of all articles only. */
  readonly hero: ArticleSummary | null;
  readonly articles: readonly ArticleSummary[];
  /** Description of the section; null if none was entered. */
  readonly description: string | null;
  readonly page: number;
  /** At least 1, also when nothing is published. */
  readonly pageCount: number;
}

/** The page tags of all articles that a listing shows. */
export function cardTagsOf({ hero, articles }: Listing): string[] {
  return [...(hero === null ? [] : [hero]), ...articles].map(({ id }) => pageTags.card(id));
}

const summaryColumns = {
  id: publishedArticles.id,
  slug: publishedArticles.slug,
  title: publishedArticles.title,
  excerpt: publishedArticles.excerpt,
  categorySlug: publishedArticles.categorySlug,
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

const summaries = (db: Db) =>
  db
    .select(summaryColumns)
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .orderBy(...newestFirst);

type SummaryRow = Awaited<ReturnType<typeof summaries>>[number];

/** The articles of a page, as one column of the statement that reads the page. */
const cards = (db: Db, where: SQL | undefined) =>
  rowsOf(
    summaries(db).where(inArray(publishedArticles.id, pageIdsQuery(db, where, sql.placeholder('before')))),
  );

const articlesListing = prepared('articles_listing', (db) => {
  const featured = eq(publishedArticles.featured, true);
  const heroId = db
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(featured)
    .orderBy(...newestFirst)
    .limit(1);
  return db
    .select({
      hero: rowsOf(summaries(db).where(featured).limit(1)),
      articles: cards(db, sql`${publishedArticles.id} is distinct from ${heroId}`),
      total: totalPublished(db),
      description: categories.description,
    })
    .from(categories)
    .where(eq(categories.slug, 'articles'));
});

/** All articles, newest first. The hero is not repeated in the grid of any page. */
export async function listArticles(db: Db, page: number): Promise<Listing> {
  const [row] = await articlesListing(db).execute({ before: pageOffset(page, PAGE_SIZE) });
  if (row === undefined) throw new Error('The category "articles" has no row');
  return {
    hero: page === 1 ? (row.hero.map(toSummary)[0] ?? null) : null,
    articles: row.articles.map(toSummary),
    description: row.description.trim() || null,
    page,
    pageCount: pageCountFor(row.total - row.hero.length),
  };
}

const sectionListing = prepared('section_listing', (db) =>
  db
    .select({
      articles: cards(db, eq(publishedArticles.categorySlug, sql.placeholder('slug'))),
      total: totalPublished(db, sql.placeholder('slug')),
      description: categories.description,
    })
    .from(categories)
    .where(eq(categories.slug, sql.placeholder('slug'))),
);

export async function listSection(db: Db, slug: SectionSlug, page: number): Promise<Listing> {
  const [row] = await sectionListing(db).execute({ slug, before: pageOffset(page, PAGE_SIZE) });
  if (row === undefined) throw new Error(`The section ${slug} has no row`);
  return {
    hero: null,
    articles: row.articles.map(toSummary),
    description: row.description.trim() || null,
    page,
    pageCount: pageCountFor(row.total),
  };
}

/** Number of pages of a listing with `count` articles; at least 1. */
export const pageCountFor = (count: number) => countPages(count, PAGE_SIZE);

/**
 * The ids of the articles of a page, newest first. Their rows are read in a second step, so that `offset` skips index
 * entries instead of whole rows.
 */
export async function listPageIds(db: Db, page: number, where: SQL | undefined): Promise<string[]> {
  const rows = await pageIdsQuery(db, where, pageOffset(page, PAGE_SIZE));
  return rows.map(({ id }) => id);
}

const pageIdsQuery = (db: Db, where: SQL | undefined, before: number | Placeholder) =>
  db
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(where)
    .orderBy(...newestFirst)
    .limit(PAGE_SIZE)
    .offset(before);

/** The published articles among `ids`, newest first. */
export async function listArticlesByIds(db: Db, ids: readonly string[]): Promise<ArticleSummary[]> {
  if (ids.length === 0) return [];
  return (await summaries(db).where(inArray(publishedArticles.id, [...ids]))).map(toSummary);
}

/** The articles published after `since`, newest first, at most `limit`. */
export async function listArticlesSince(db: Db, since: Date, limit: number): Promise<ArticleSummary[]> {
  return (await summaries(db).where(gt(publishedArticles.publishDate, since)).limit(limit)).map(toSummary);
}

/** Reads one stored count per section, so the cost does not depend on the number of articles. */
export async function countPublished(db: Db, sectionSlug?: SectionSlug): Promise<number> {
  const [row] = await publishedCountQuery(db, sectionSlug);
  return row?.published ?? 0;
}

const publishedCountQuery = (db: Db, sectionSlug?: SectionSlug | Placeholder) =>
  db
    .select({ published: sql<number>`coalesce(sum(${publishedTotals.published}), 0)::int` })
    .from(publishedTotals)
    .where(sectionSlug === undefined ? undefined : eq(publishedTotals.categorySlug, sectionSlug));

const totalPublished = (db: Db, sectionSlug?: Placeholder) =>
  sql<number>`${publishedCountQuery(db, sectionSlug)}`;

/** An article and the articles that its page links to. */
export interface FoundArticle extends PublishedArticle {
  /**
   * At most 3, without the article itself: the newest of its section, then, if these are fewer than 3, the newest of
   * the other sections.
   */
  readonly related: readonly ArticleSummary[];
  /** The next older article of its section; for the oldest article, the first of `related`. */
  readonly next: ArticleLink | null;
}

const articleBySlug = prepared('article_by_slug', (db) => {
  const slug = sql.placeholder('slug');
  return db
    .select({
      ...summaryColumns,
      content: publishedArticles.content,
      tags: publishedArticles.tags,
      authorName: publishedArticles.authorName,
      authorImage: publishedArticles.authorImage,
      isSample: publishedArticles.isSample,
      updatedAt: publishedArticles.updatedAt,
      ...relatedColumns(db, slug),
    })
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .where(eq(publishedArticles.slug, slug));
});

/** The related articles, as columns of the statement that reads the article. Each column is an index scan. */
function relatedColumns(db: Db, slug: Placeholder) {
  const { id, title, publishDate, categorySlug } = publishedArticles;
  const ofArticle = <Column extends PgColumn>(column: Column) =>
    db.select({ column }).from(publishedArticles).where(eq(publishedArticles.slug, slug));
  const inSection = eq(categorySlug, ofArticle(categorySlug));
  const others = db
    .select({ id })
    .from(publishedArticles)
    .where(inSection)
    .limit(RELATED_LIMIT + 1);
  // Does not depend on the row, so PostgreSQL evaluates it once. When it is true, at most three rows are skipped.
  const isSmallSection = sql`(select count(*) from ${others} as others) <= ${RELATED_LIMIT}`;
  const older = db
    .select({ id, slug: publishedArticles.slug, title, lang: publishedArticles.lang })
    .from(publishedArticles)
    .where(and(inSection, sql`(${publishDate}, ${id}) < (${ofArticle(publishDate)}, ${ofArticle(id)})`))
    .orderBy(...newestFirst)
    .limit(1);
  return {
    sameSection: rowsOf(
      summaries(db)
        .where(and(inSection, ne(publishedArticles.slug, slug)))
        .limit(RELATED_LIMIT),
    ),
    otherSections: rowsOf(
      summaries(db)
        .where(and(ne(categorySlug, ofArticle(categorySlug)), isSmallSection))
        .limit(RELATED_LIMIT),
    ),
    older: rowsOf(older),
  };
}

/** Null for an unknown slug, a draft and an article with a future date: readers cannot distinguish them. */
export async function findPublishedArticle(db: Db, slug: string): Promise<FoundArticle | null> {
  if (!isSlug(slug)) return null;
  const [row] = await articleBySlug(db).execute({ slug });
  if (row === undefined) return null;
  const { metadata, sameSection, otherSections, older, categorySlug, ...article } = row;
  const stored = {
    ...article,
    sectionSlug: getSection(categorySlug).slug,
    publishDate: requirePublishDate(row),
  };
  const related = [...sameSection, ...otherSections].slice(0, RELATED_LIMIT).map(toSummary);
  return { ...(await renderArticle(db, stored, metadata)), related, next: older[0] ?? related[0] ?? null };
}

/** The stored form of the fields that the page of an article shows. */
export type StoredArticle = Omit<PublishedArticle, 'body' | 'picture' | 'authorPicture'> & {
  readonly authorImage: string;
  readonly content: string;
  readonly image: string;
  readonly imageAlt: string | null;
};

/**
 * Renders an article for its page. Used for stored articles and for previews.
 *
 * @param lead metadata of the lead picture; looked up if omitted
 */
export async function renderArticle(
  db: Db,
  stored: StoredArticle,
  lead?: LeadPicture['metadata'],
): Promise<PublishedArticle> {
  const { content, image, imageAlt, id, slug, title, excerpt, sectionSlug, publishDate, readTime } = stored;
  const { tags, authorName, isSample, updatedAt, lang } = stored;
  const authorImage = stored.authorImage === DEFAULT_AUTHOR_IMAGE ? '' : stored.authorImage;
  const urls = [...(lead === undefined ? [image] : []), authorImage, ...pictureUrlsIn(content)];
  const pictures = await findPictures(
    db,
    urls.filter((url) => url !== ''),
  );
  return {
    id,
    slug,
    title,
    excerpt,
    sectionSlug,
    publishDate,
    readTime,
    tags,
    authorName,
    authorPicture: toPicture({
      image: authorImage,
      imageAlt: '',
      metadata: pictures.get(authorImage) ?? null,
    }),
    isSample,
    updatedAt,
    lang,
    picture: toPicture({ image, imageAlt, metadata: lead ?? pictures.get(image) ?? null }),
    body: await renderStored(content, pictures, lang),
  };
}

/** Identifies a published article. */
export type ArticleRef = Pick<ArticleSummary, 'id' | 'slug'>;

const refColumns = { id: publishedArticles.id, slug: publishedArticles.slug };

/** The article that previously had this slug. */
export async function findArticleByFormerSlug(db: Db, slug: string): Promise<ArticleRef | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select(refColumns)
    .from(articleSlugs)
    .innerJoin(publishedArticles, eq(publishedArticles.id, articleSlugs.articleId))
    .where(eq(articleSlugs.slug, slug))
    .limit(1);
  return row ?? null;
}

/** The article that has this slug, or previously had it. */
export async function findArticleByAnySlug(db: Db, slug: string): Promise<ArticleRef | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select(refColumns)
    .from(publishedArticles)
    .where(eq(publishedArticles.slug, slug))
    .limit(1);
  return row ?? findArticleByFormerSlug(db, slug);
}

async function findPictures(db: Db, urls: string[]): Promise<Map<string, Picture>> {
  if (urls.length === 0) return new Map();
  const rows = await db.select().from(images).where(inArray(images.url, urls));
  return new Map(rows.map((row) => [row.url, row]));
}

function toSummary(row: SummaryRow): ArticleSummary {
  const { id, slug, title, excerpt, readTime, lang } = row;
  const sectionSlug = getSection(row.categorySlug).slug;
  return {
    id,
    slug,
    title,
    excerpt,
    readTime,
    sectionSlug,
    publishDate: requirePublishDate(row),
    lang,
    picture: toPicture(row),
  };
}

function requirePublishDate({
  id,
  publishDate,
}: {
  readonly id: string;
  readonly publishDate: Date | null;
}): Date {
  if (publishDate === null) throw new Error(`Published article without a date: ${id}`);
  return publishDate;
}

interface LeadPicture {
  readonly image: string;
  readonly imageAlt: string | null;
  readonly metadata: Omit<Picture, 'url' | 'alt'> | null;
}

/** Null without a lead picture. The size of an external picture is unknown, so it gets the default aspect ratio. */
function toPicture({ image, imageAlt, metadata }: LeadPicture): Picture | null {
  if (image === '') return null;
  const { width, height, widths, color, placeholder } = metadata ?? UNKNOWN_METADATA;
  return { url: image, alt: imageAlt ?? '', width, height, widths, color, placeholder };
}

const UNKNOWN_METADATA = { width: 1440, height: 810, widths: [], color: '', placeholder: '' };
