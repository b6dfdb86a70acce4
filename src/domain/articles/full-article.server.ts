import { and, eq, ne, type Placeholder, sql } from 'drizzle-orm';
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core';
import { cropKey } from '#domain/images/crops.ts';
import { images, pictureCrops } from '#domain/images/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { fixedLimit } from '#platform/db/prepared.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import {
  type ArticleLink,
  type ArticleSummary,
  DEFAULT_AUTHOR_IMAGE,
  type FullArticle,
  type PublishedArticle,
  RELATED_LIMIT,
  type TagSlugs,
} from './article.ts';
import { tagRows } from './article-tags.server.ts';
import { authorRows, type BylineRow, toShownAuthor } from './authors/shown-authors.server.ts';
import { pictureUrlsIn } from './body.server.ts';
import { renderStored, sanitiseStored } from './html-processing.server.ts';
import { findPictures, toPicture } from './pictures.server.ts';
import { newestFirst, summaries, summaryColumns, type SummaryRow, toSummary } from './queries.server.ts';
import { isSlug } from './slug.ts';
import { articleSlugs, publishedArticles } from './tables.server.ts';

/** An article and the articles that its page links to. */
export interface FoundArticle extends PublishedArticle {
  /**
   * At most 3, without the article itself: the newest of its section, then, if these are fewer than 3, the newest of
   * the other sections.
   */
  readonly related: readonly ArticleSummary[];
  /** The next older article of its section; for the oldest article, the first of `related`. */
  readonly next: ArticleLink | null;
  readonly tagSlugs: TagSlugs;
  readonly wordCount: number;
  /** Paths of the crops of its picture, for search engines. */
  readonly crops: readonly string[];
}

const fullColumns = {
  ...summaryColumns,
  content: publishedArticles.content,
  tags: publishedArticles.tags,
  featured: publishedArticles.featured,
  authorImage: publishedArticles.authorImage,
  wordCount: publishedArticles.wordCount,
  isSample: publishedArticles.isSample,
  updatedAt: publishedArticles.updatedAt,
};

const allColumns = (db: Db) => ({ ...fullColumns, authors: authorRows(db) });

/**
 * Selects what the page of an article shows, by the parameter `slug`, for `renderFoundArticle`.
 *
 * @param columns further ones of the same statement, because a round trip to the database takes longer than a subquery
 */
export function selectArticle<Columns extends SelectedFields>(db: Db, columns: Columns) {
  const slug = sql.placeholder('slug');
  return db
    .select({
      ...allColumns(db),
      ...relatedColumns(db, slug),
      linkedTags: tagRows(db),
      cropShapes: pictureCrops.shapes,
      ...columns,
    })
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .leftJoin(pictureCrops, eq(pictureCrops.imageId, images.id))
    .where(eq(publishedArticles.slug, slug));
}

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
    .limit(fixedLimit(RELATED_LIMIT + 1));
  // Does not depend on the row, so PostgreSQL evaluates it once. When it is true, at most three rows are skipped.
  const isSmallSection = sql`(select count(*) from ${others} as others) <= ${fixedLimit(RELATED_LIMIT)}`;
  const older = db
    .select({ id, slug: publishedArticles.slug, title, lang: publishedArticles.lang })
    .from(publishedArticles)
    .where(and(inSection, sql`(${publishDate}, ${id}) < (${ofArticle(publishDate)}, ${ofArticle(id)})`))
    .orderBy(...newestFirst)
    .limit(fixedLimit(1));
  return {
    sameSection: rowsOf(
      summaries(db)
        .where(and(inSection, ne(publishedArticles.slug, slug)))
        .limit(fixedLimit(RELATED_LIMIT)),
    ),
    otherSections: rowsOf(
      summaries(db)
        .where(and(ne(categorySlug, ofArticle(categorySlug)), isSmallSection))
        .limit(fixedLimit(RELATED_LIMIT)),
    ),
    older: rowsOf(older),
  };
}

/** Without further columns: those that are named here are selected anyway. */
type FoundRow = Awaited<ReturnType<typeof selectArticle<typeof fullColumns>>>[number];

/** @param row of `selectArticle` */
export async function renderFoundArticle(db: Db, row: FoundRow): Promise<FoundArticle> {
  const { sameSection, otherSections, older, linkedTags, cropShapes, ...article } = row;
  const related = [...sameSection, ...otherSections].slice(0, RELATED_LIMIT).map(toSummary);
  const rendered = await renderArticle(db, toFullArticle(article));
  const tagSlugs = new Map(linkedTags.map(({ name, slug }) => [name, slug]));
  return {
    ...rendered,
    related,
    next: older[0] ?? related[0] ?? null,
    tagSlugs,
    wordCount: row.wordCount,
    crops: cropShapes?.map((shape) => `/media/${cropKey(row.image, shape)}`) ?? [],
  };
}

/**
 * Finds a published article without rendering its page. Null for an unknown slug and a draft, a scheduled one included:
 * readers cannot distinguish them.
 */
export async function findFullArticle(db: Db, slug: string): Promise<FullArticle | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select(allColumns(db))
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .where(eq(publishedArticles.slug, slug));
  if (row === undefined) return null;
  // Sanitised again, because stored HTML may have been sanitised under older rules.
  return { ...toFullArticle(row), content: await sanitiseStored(row.content) };
}

type FullRow = SummaryRow &
  Pick<
    typeof publishedArticles.$inferSelect,
    Exclude<keyof FullArticle, keyof ArticleSummary | 'authors'>
  > & {
    readonly authors: readonly BylineRow[];
  };

function toFullArticle(row: FullRow): FullArticle {
  const { content, tags, featured, authors, authorImage, wordCount, isSample, updatedAt } = row;
  return {
    ...toSummary(row),
    content,
    tags,
    featured,
    authors: authors.map(toShownAuthor),
    authorImage,
    wordCount,
    isSample,
    updatedAt,
  };
}

/** Renders an article for its page. Used for published articles and for previews. */
export async function renderArticle(db: Db, article: FullArticle): Promise<PublishedArticle> {
  const { content, authors, authorImage, featured: _featured, wordCount: _wordCount, ...shown } = article;
  const image = authorImage === DEFAULT_AUTHOR_IMAGE ? '' : authorImage;
  const pictures = await findPictures(db, [image, ...pictureUrlsIn(content)]);
  // A picture of the author that belongs to the article comes before that of the profile.
  const ownPicture = toPicture({ image, imageAlt: '', metadata: pictures.get(image) ?? null });
  return {
    ...shown,
    authors: authors.map((author, index) =>
      index === 0 && ownPicture !== null ? { ...author, picture: ownPicture } : author,
    ),
    body: await renderStored(content, pictures, shown.lang),
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
export const findArticleByAnySlug = async (db: Db, slug: string): Promise<ArticleRef | null> =>
  (await findArticleBySlug(db, slug)) ?? findArticleByFormerSlug(db, slug);

/** The article that has this slug. */
export async function findArticleBySlug(db: Db, slug: string): Promise<ArticleRef | null> {
  if (!isSlug(slug)) return null;
  const [row] = await db
    .select(refColumns)
    .from(publishedArticles)
    .where(eq(publishedArticles.slug, slug))
    .limit(1);
  return row ?? null;
}
