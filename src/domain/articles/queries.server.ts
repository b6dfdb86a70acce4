import { and, desc, eq, gt, inArray, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { getSection, type SectionSlug } from '#domain/categories/section.ts';
import { categories } from '#domain/categories/tables.server.ts';
import type { Picture } from '#domain/images/image.ts';
import { images } from '#domain/images/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { pagesOf, rowsBefore } from '#platform/paging.ts';
import {
  type ArticleLink,
  type ArticleSummary,
  DEFAULT_AUTHOR_IMAGE,
  type PublishedArticle,
  RELATED_LIMIT,
} from './article.ts';
import { picturesIn } from './body.server.ts';
import { presentStored } from './html-processing.server.ts';
import { isSlug } from './slug.ts';
import { articleSlugs, publishedArticles, publishedTotals } from './tables.server.ts';
import { pageTags } from './tags.ts';

/** Articles on one page of a listing (decision: "12 a page"). */
export const PAGE_SIZE = 12;

export interface Listing {
  /** The newest featured article, on the first page of all articles only. */
  readonly hero: ArticleSummary | null;
  readonly articles: readonly ArticleSummary[];
  /** What the newsroom says of the list; null while it says nothing. */
  readonly description: string | null;
  readonly page: number;
  /** At least 1, also when nothing is published. */
  readonly pageCount: number;
}

/** The tags of all that a listing shows. */
export function cardsOf({ hero, articles }: Listing): string[] {
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
  known: {
    width: images.width,
    height: images.height,
    widths: images.widths,
    color: images.color,
    placeholder: images.placeholder,
  },
};

/** The order of every list that readers see. */
export const newestFirst = [desc(publishedArticles.publishDate), desc(publishedArticles.id)];

const summaries = (db: Db) =>
  db
    .select(summaryColumns)
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .orderBy(...newestFirst);

type SummaryRow = Awaited<ReturnType<typeof summaries>>[number];

/** The twelve cards of a page, as a column of the statement that reads the page. */
const cards = (db: Db, where: SQL | undefined) =>
  rowsOf(summaries(db).where(inArray(publishedArticles.id, pageOf(db, where, sql.placeholder('before')))));

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

/** All articles, newest first. The hero is not repeated in the grid, whichever page it would have been on. */
export async function listArticles(db: Db, page: number): Promise<Listing> {
  const [row] = await articlesListing(db).execute({ before: rowsBefore(page, PAGE_SIZE) });
  if (row === undefined) throw new Error('The category of all articles has no record');
  return {
    hero: page === 1 ? (row.hero.map(toSummary)[0] ?? null) : null,
    articles: row.articles.map(toSummary),
    description: row.description.trim() || null,
    page,
    pageCount: pagesFor(row.total - row.hero.length),
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
  const [row] = await sectionListing(db).execute({ slug, before: rowsBefore(page, PAGE_SIZE) });
  if (row === undefined) throw new Error(`The section ${slug} has no record`);
  return {
    hero: null,
    articles: row.articles.map(toSummary),
    description: row.description.trim() || null,
    page,
    pageCount: pagesFor(row.total),
  };
}

/** Pages of a listing of so many articles; at least 1. */
export const pagesFor = (count: number) => pagesOf(count, PAGE_SIZE);

/**
 * The twelve ids of a page, newest first, for reading their rows after: a deep page then skips entries of an index
 * instead of articles with their texts.
 */
export async function findPage(db: Db, page: number, where: SQL | undefined): Promise<string[]> {
  const rows = await pageOf(db, where, rowsBefore(page, PAGE_SIZE));
  return rows.map(({ id }) => id);
}

const pageOf = (db: Db, where: SQL | undefined, before: number | Placeholder) =>
  db
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(where)
    .orderBy(...newestFirst)
    .limit(PAGE_SIZE)
    .offset(before);

/** Those of these articles that are published, newest first. */
export async function listArticlesOf(db: Db, ids: readonly string[]): Promise<ArticleSummary[]> {
  if (ids.length === 0) return [];
  return (await summaries(db).where(inArray(publishedArticles.id, [...ids]))).map(toSummary);
}

/** What was published after this moment, newest first, at most `limit`. */
export async function listArticlesSince(db: Db, since: Date, limit: number): Promise<ArticleSummary[]> {
  return (await summaries(db).where(gt(publishedArticles.publishDate, since)).limit(limit)).map(toSummary);
}

/** One row a section, whatever the number of articles. */
export async function countPublished(db: Db, sectionSlug?: SectionSlug): Promise<number> {
  const [row] = await publishedIn(db, sectionSlug);
  return row?.published ?? 0;
}

const publishedIn = (db: Db, sectionSlug?: SectionSlug | Placeholder) =>
  db
    .select({ published: sql<number>`coalesce(sum(${publishedTotals.published}), 0)::int` })
    .from(publishedTotals)
    .where(sectionSlug === undefined ? undefined : eq(publishedTotals.categorySlug, sectionSlug));

const totalPublished = (db: Db, sectionSlug?: Placeholder) => sql<number>`${publishedIn(db, sectionSlug)}`;

/** An article and what its page leads on to. */
export interface FoundArticle extends PublishedArticle {
  /**
   * At most 3, not itself: the newest of its section first, then, where these are fewer than 3, the newest of the other
   * sections.
   */
  readonly related: readonly ArticleSummary[];
  /** The next older article of its section; for the oldest one the first of `related`. */
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
      ...neighboursOf(db, slug),
    })
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .where(eq(publishedArticles.slug, slug));
});

/** What the page of an article leads on to, as columns of the statement that reads it. Each walks an index. */
function neighboursOf(db: Db, slug: Placeholder) {
  const { id, title, publishDate, categorySlug } = publishedArticles;
  const its = <Column extends PgColumn>(column: Column) =>
    db.select({ column }).from(publishedArticles).where(eq(publishedArticles.slug, slug));
  const inSection = eq(categorySlug, its(categorySlug));
  const others = db
    .select({ id })
    .from(publishedArticles)
    .where(inSection)
    .limit(RELATED_LIMIT + 1);
  // Of no row of the query, so it is decided once; and where it holds, at most three rows are skipped.
  const isSmallSection = sql`(select count(*) from ${others} as others) <= ${RELATED_LIMIT}`;
  const older = db
    .select({ id, slug: publishedArticles.slug, title, lang: publishedArticles.lang })
    .from(publishedArticles)
    .where(and(inSection, sql`(${publishDate}, ${id}) < (${its(publishDate)}, ${its(id)})`))
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
        .where(and(ne(categorySlug, its(categorySlug)), isSmallSection))
        .limit(RELATED_LIMIT),
    ),
    older: rowsOf(older),
  };
}

/** Null for an unknown slug, a draft and an article whose date has not come: a reader cannot tell them apart. */
export async function findPublishedArticle(db: Db, slug: string): Promise<FoundArticle | null> {
  if (!isSlug(slug)) return null;
  const [row] = await articleBySlug(db).execute({ slug });
  if (row === undefined) return null;
  const { known, sameSection, otherSections, older, categorySlug, ...article } = row;
  const stored = { ...article, sectionSlug: getSection(categorySlug).slug, publishDate: dateOf(row) };
  const related = [...sameSection, ...otherSections].slice(0, RELATED_LIMIT).map(toSummary);
  return { ...(await presentArticle(db, stored, known)), related, next: older[0] ?? related[0] ?? null };
}

/** What is stored of an article, as far as its page tells it. */
export type StoredArticle = Omit<PublishedArticle, 'body' | 'picture' | 'authorPicture'> & {
  readonly authorImage: string;
  readonly content: string;
  readonly image: string;
  readonly imageAlt: string | null;
};

/**
 * Makes of an article what its page shows: of a stored one, and of one that somebody wants to see before it is.
 *
 * @param lead what is known of its lead picture; looked up if not given
 */
export async function presentArticle(
  db: Db,
  stored: StoredArticle,
  lead?: LeadPicture['known'],
): Promise<PublishedArticle> {
  const { content, image, imageAlt, id, slug, title, excerpt, sectionSlug, publishDate, readTime } = stored;
  const { tags, authorName, isSample, updatedAt, lang } = stored;
  const face = stored.authorImage === DEFAULT_AUTHOR_IMAGE ? '' : stored.authorImage;
  const named = [...(lead === undefined ? [image] : []), face, ...picturesIn(content)];
  const pictures = await findPictures(
    db,
    named.filter((address) => address !== ''),
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
    authorPicture: pictureOf({ image: face, imageAlt: '', known: pictures.get(face) ?? null }),
    isSample,
    updatedAt,
    lang,
    picture: pictureOf({ image, imageAlt, known: lead ?? pictures.get(image) ?? null }),
    body: await presentStored(content, pictures, lang),
  };
}

/** A published article by its address alone. */
export type ArticleAddress = Pick<ArticleSummary, 'id' | 'slug'>;

const addressColumns = { id: publishedArticles.id, slug: publishedArticles.slug };

/** The article that had this slug before. */
export async function findMovedArticle(db: Db, slug: string): Promise<ArticleAddress | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select(addressColumns)
    .from(articleSlugs)
    .innerJoin(publishedArticles, eq(publishedArticles.id, articleSlugs.articleId))
    .where(eq(articleSlugs.slug, slug))
    .limit(1);
  return row ?? null;
}

/** The article that has this slug, or had it before. */
export async function findArticleAddress(db: Db, slug: string): Promise<ArticleAddress | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select(addressColumns)
    .from(publishedArticles)
    .where(eq(publishedArticles.slug, slug))
    .limit(1);
  return row ?? findMovedArticle(db, slug);
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
    publishDate: dateOf(row),
    lang,
    picture: pictureOf(row),
  };
}

function dateOf({ id, publishDate }: { readonly id: string; readonly publishDate: Date | null }): Date {
  if (publishDate === null) throw new Error(`Published article without a date: ${id}`);
  return publishDate;
}

interface LeadPicture {
  readonly image: string;
  readonly imageAlt: string | null;
  readonly known: Omit<Picture, 'url' | 'alt'> | null;
}

/** A picture from elsewhere has no known size: the layout gives it the frame it gives every lead picture. */
function pictureOf({ image, imageAlt, known }: LeadPicture): Picture | null {
  if (image === '') return null;
  const { width, height, widths, color, placeholder } = known ?? UNKNOWN_SIZE;
  return { url: image, alt: imageAlt ?? '', width, height, widths, color, placeholder };
}

const UNKNOWN_SIZE = { width: 1440, height: 810, widths: [], color: '', placeholder: '' };
