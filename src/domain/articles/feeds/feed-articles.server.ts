import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { images } from '#domain/images/tables.server.ts';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { type ArticleSummary, articlePath, type FullArticle } from '../article.ts';
import type { ShownAuthor } from '../authors/author.ts';
import { authorRows, toShownAuthor } from '../authors/shown-authors.server.ts';
import { pictureUrlsIn } from '../body.server.ts';
import { renderFeedText } from '../html-processing.server.ts';
import { findPictures } from '../pictures.server.ts';
import { newestFirst, summaryColumns, toSummary } from '../queries.server.ts';
import { articleBylines, articles, publishedArticles } from '../tables.server.ts';
import { FEED_SIZE } from './feed.ts';
import { newFeedId } from './feed-id.ts';
import type { FeedTexts } from './feed-texts.ts';

/** Bytes of stored HTML that one feed contains: more than twenty long articles, and at least one of the maximum size. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** An article as feeds contain it. */
export interface FeedArticle extends ArticleSummary {
  readonly authors: readonly ShownAuthor[];
  readonly tags: readonly string[];
  /** Null for an article whose id in feeds is its UUID. */
  readonly feedId: string | null;
  /** When readers got the last change, and not before the publication. */
  readonly updatedAt: Date;
  /** Sanitised HTML with absolute addresses; null for an article that does not fit within the size limit of the feed. */
  readonly text: string | null;
}

export interface FeedSource {
  readonly db: Db;
  /** Absolute address of the site without a trailing slash. */
  readonly siteUrl: string;
  readonly texts: FeedTexts;
}

export const inSection = (slug: SectionSlug): SQL => eq(publishedArticles.categorySlug, slug);

/** The ids of the newest articles of an author, read from the index of bylines alone. */
export const byAuthor = (db: Db, id: string): SQL =>
  inArray(
    publishedArticles.id,
    db
      .select({ id: articleBylines.articleId })
      .from(articleBylines)
      .where(and(eq(articleBylines.authorId, id), isNotNull(articleBylines.publishDate)))
      .orderBy(desc(articleBylines.publishDate), desc(articleBylines.articleId))
      .limit(FEED_SIZE),
  );

/** The newest articles that match, at most `FEED_SIZE`, with their texts as long as they fit. */
export async function listFeedArticles(source: FeedSource, where?: SQL): Promise<FeedArticle[]> {
  const rows = await feedRows(source.db, where);
  const texts = await textsOf(source, withinLimit(rows));
  return rows.map((row) => ({
    ...toSummary(row),
    tags: row.tags,
    feedId: row.feedId,
    authors: row.authors.map(toShownAuthor),
    updatedAt: row.updatedAt,
    text: texts.get(row.id) ?? null,
  }));
}

/** The newest rows whose texts fit together. One that does not is left out, and not the older ones that fit. */
function withinLimit<Row extends { readonly bytes: number }>(rows: readonly Row[]): Row[] {
  let rest = MAX_TEXT_BYTES;
  return rows.filter(({ bytes }) => {
    if (bytes > rest) return false;
    rest -= bytes;
    return true;
  });
}

/** An article that may not be published or even stored, as feeds would contain it. Its text is not stored in memory. */
export async function toFeedArticle(
  { db, siteUrl }: Pick<FeedSource, 'db' | 'siteUrl'>,
  article: FullArticle,
): Promise<FeedArticle> {
  const { content, updatedAt, publishDate, ...shown } = article;
  const { id } = article;
  const [stored] = await db.select({ feedId: articles.feedId }).from(articles).where(eq(articles.id, id));
  const { feedId } = stored ?? { feedId: newFeedId(siteUrl, { id, createdAt: updatedAt }) };
  const text = await renderFeedText(content, {
    pictures: await findPictures(db, pictureUrlsIn(content)),
    lang: article.lang,
    articleUrl: siteUrl + articlePath(article.slug),
  });
  return {
    ...shown,
    feedId,
    publishDate,
    updatedAt: updatedAt < publishDate ? publishDate : updatedAt,
    text,
  };
}

/** Without the content: that is read only for articles whose text is not in memory. */
const feedRows = (db: Db, where: SQL | undefined) =>
  db
    .select({
      ...summaryColumns,
      tags: publishedArticles.tags,
      feedId: publishedArticles.feedId,
      updatedAt: publishedArticles.updatedAt,
      revision: publishedArticles.revision,
      bytes: sql<number>`octet_length(${publishedArticles.content})`,
      authors: authorRows(db),
    })
    .from(publishedArticles)
    .leftJoin(images, eq(images.url, publishedArticles.image))
    .where(where)
    .orderBy(...newestFirst)
    .limit(FEED_SIZE);

type FeedRow = Pick<Awaited<ReturnType<typeof feedRows>>[number], 'id' | 'slug' | 'lang' | 'revision'>;

/** The texts by article id. Renders those that are not in memory, one after the other. */
async function textsOf(
  { db, siteUrl, texts }: FeedSource,
  rows: readonly FeedRow[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const row of rows) {
    const text = texts.get(keyOf(row));
    if (text !== undefined) found.set(row.id, text);
  }
  const missing = rows.filter(({ id }) => !found.has(id));
  if (missing.length === 0) return found;
  const contents = await contentsOf(db, missing);
  const pictures = await findPictures(db, [...contents.values()].flatMap(pictureUrlsIn));
  for (const row of missing) {
    const html = contents.get(row.id) ?? '';
    const text = await renderFeedText(html, {
      pictures,
      lang: row.lang,
      articleUrl: siteUrl + articlePath(row.slug),
    });
    texts.set(keyOf(row), text);
    found.set(row.id, text);
    // Short texts are rendered on this thread: other requests are answered in between.
    await nextTurn();
  }
  return found;
}

/** A save changes the revision, whatever it changes. */
const keyOf = ({ id, revision }: FeedRow) => `${id} ${revision}`;

async function contentsOf(db: Db, rows: readonly FeedRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ id }) => id);
  const { id, content } = publishedArticles;
  const found = await db.select({ id, content }).from(publishedArticles).where(inArray(id, ids));
  return new Map(found.map((row) => [row.id, row.content]));
}
