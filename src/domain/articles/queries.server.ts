import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { getSection, type SectionSlug } from '#domain/categories/section.ts';
import type { Picture } from '#domain/images/image.ts';
import { images } from '#domain/images/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import type { ArticleSummary, PublishedArticle } from './article.ts';
import { picturesIn, presentBody } from './body.server.ts';
import { articleSlugs, publishedArticles, publishedTotals } from './tables.server.ts';

/** Articles on one page of a listing (decision: "12 a page"). */
export const PAGE_SIZE = 12;

const RELATED_LIMIT = 3;

export interface Listing {
  /** The newest featured article, on the first page of all articles only. */
  readonly hero: ArticleSummary | null;
  readonly articles: readonly ArticleSummary[];
  readonly page: number;
  /** At least 1, also when nothing is published. */
  readonly pageCount: number;
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
  known: {
    width: images.width,
    height: images.height,
    widths: images.widths,
    color: images.color,
    placeholder: images.placeholder,
  },
};

const newestFirst = [desc(publishedArticles.publishDate), desc(publishedArticles.id)];

const summaries = (db: Db) =>
  db
    .select(summaryColumns)
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .orderBy(...newestFirst);

type SummaryRow = Awaited<ReturnType<typeof summaries>>[number];

/** All articles, newest first. The hero is not repeated in the grid, whichever page it would have been on. */
export async function listArticles(db: Db, page: number): Promise<Listing> {
  const [featured] = await summaries(db).where(eq(publishedArticles.featured, true)).limit(1);
  const hero = featured === undefined ? null : toSummary(featured);
  const count = await countPublished(db);
  return {
    hero: page === 1 ? hero : null,
    articles: await listPage(db, page, hero === null ? undefined : ne(publishedArticles.id, hero.id)),
    page,
    pageCount: pagesFor(count - (hero === null ? 0 : 1)),
  };
}

export async function listSection(db: Db, sectionSlug: SectionSlug, page: number): Promise<Listing> {
  return {
    hero: null,
    articles: await listPage(db, page, eq(publishedArticles.categorySlug, sectionSlug)),
    page,
    pageCount: pagesFor(await countPublished(db, sectionSlug)),
  };
}

const pagesFor = (count: number) => Math.max(1, Math.ceil(count / PAGE_SIZE));

/**
 * Finds the twelve ids first and reads the rows after: a deep page then skips entries of an index instead of
 * articles with their texts.
 */
async function listPage(db: Db, page: number, where: SQL | undefined): Promise<ArticleSummary[]> {
  const ids = await db
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(where)
    .orderBy(...newestFirst)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  if (ids.length === 0) return [];
  const rows = await summaries(db).where(
    inArray(
      publishedArticles.id,
      ids.map((row) => row.id),
    ),
  );
  return rows.map(toSummary);
}

/** One row a section, whatever the number of articles. */
async function countPublished(db: Db, sectionSlug?: SectionSlug): Promise<number> {
  const [row] = await db
    .select({ published: sql<number>`coalesce(sum(${publishedTotals.published}), 0)::int` })
    .from(publishedTotals)
    .where(sectionSlug === undefined ? undefined : eq(publishedTotals.categorySlug, sectionSlug));
  return row?.published ?? 0;
}

/** Null for an unknown slug, a draft and an article whose date has not come: a reader cannot tell them apart. */
export async function findPublishedArticle(db: Db, slug: string): Promise<PublishedArticle | null> {
  const [row] = await db
    .select({
      ...summaryColumns,
      content: publishedArticles.content,
      tags: publishedArticles.tags,
      authorName: publishedArticles.authorName,
      isSample: publishedArticles.isSample,
      updatedAt: publishedArticles.updatedAt,
    })
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .where(eq(publishedArticles.slug, slug))
    .limit(1);
  if (row === undefined) return null;
  return {
    ...toSummary(row),
    body: presentBody(row.content, await findPictures(db, picturesIn(row.content))),
    tags: row.tags,
    authorName: row.authorName,
    isSample: row.isSample,
    updatedAt: row.updatedAt,
  };
}

/** The article that had this slug before. */
export async function findMovedArticle(
  db: Db,
  slug: string,
): Promise<Pick<ArticleSummary, 'id' | 'slug'> | null> {
  const [row] = await db
    .select({ id: publishedArticles.id, slug: publishedArticles.slug })
    .from(articleSlugs)
    .innerJoin(publishedArticles, eq(publishedArticles.id, articleSlugs.articleId))
    .where(eq(articleSlugs.slug, slug))
    .limit(1);
  return row ?? null;
}

/** Same section, newest first, without the article itself, at most 3. */
export async function listRelated(
  db: Db,
  article: Pick<ArticleSummary, 'id' | 'sectionSlug'>,
): Promise<ArticleSummary[]> {
  const rows = await summaries(db)
    .where(and(eq(publishedArticles.categorySlug, article.sectionSlug), ne(publishedArticles.id, article.id)))
    .limit(RELATED_LIMIT);
  return rows.map(toSummary);
}

async function findPictures(db: Db, urls: string[]): Promise<Map<string, Picture>> {
  if (urls.length === 0) return new Map();
  const rows = await db.select().from(images).where(inArray(images.url, urls));
  return new Map(rows.map((row) => [row.url, row]));
}

function toSummary(row: SummaryRow): ArticleSummary {
  const { id, slug, title, excerpt, readTime, publishDate } = row;
  if (publishDate === null) throw new Error(`Published article without a date: ${row.id}`);
  const sectionSlug = getSection(row.categorySlug).slug;
  return { id, slug, title, excerpt, readTime, publishDate, sectionSlug, picture: pictureOf(row) };
}

/** A picture from elsewhere has no known size: the layout gives it the frame it gives every lead picture. */
function pictureOf({ image, imageAlt, known }: SummaryRow): Picture | null {
  if (image === '') return null;
  const size = known ?? { width: 1440, height: 810, widths: [], color: '', placeholder: '' };
  return { url: image, alt: imageAlt, ...size };
}
