import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Transaction } from '#platform/db/database.ts';
import { RELATED_LIMIT } from './article.ts';
import { recordArticleEvent } from './article-events.server.ts';
import { findSlugsOfTags } from './article-tags.server.ts';
import { authorIdsOf, isSameBylines } from './bylines.ts';
import { enqueueDerivedPictures } from './derived-pictures/derived-pictures-job.server.ts';
import { feedTags, feedTagsOf } from './feeds/feed.ts';
import { enqueueHubNotification } from './feeds/hub-notification.server.ts';
import { enqueueIndexing } from './search/indexing-job.server.ts';
import { indexQueuedArticles } from './search/indexing.server.ts';
import { sitemapMonth } from './sitemap-month.ts';
import { type ArticleRow, publishedArticles } from './tables.server.ts';
import { pageTags } from './cache-tags.ts';

/**
 * Invalidates the pages that show an article, and no other page, whatever the number of articles, and updates the search
 * indexes, also those of a draft. Webhooks receive the event. Call it after the write, in the same transaction.
 *
 * @param before null for a new article
 * @param after null for a deleted article
 */
export async function invalidateArticle(
  tx: Transaction,
  before: ArticleRow | null,
  after: ArticleRow | null,
): Promise<void> {
  await invalidateArticles(tx, [{ before, after }]);
}

/** The columns that decide which pages a change reaches. */
type InvalidatingArticle = Omit<ArticleRow, 'content'>;

interface ArticleChange {
  readonly before: InvalidatingArticle | null;
  readonly after: InvalidatingArticle | null;
}

const publicOnly = (article: InvalidatingArticle | null) =>
  article === null || article.isDraft ? null : article;

/** `invalidateArticle` for several articles, with one notification of the hub. */
export async function invalidateArticles(tx: Transaction, changes: readonly ArticleChange[]): Promise<void> {
  for (const { before, after } of changes)
    await recordArticleEvent(tx, {
      before: publicOnly(before),
      after: publicOnly(after),
      isDeleted: after === null || after.trashedAt !== null,
    });
  await updateSearchIndex(
    tx,
    changes.flatMap(({ after }) => (after === null ? [] : [after.id])),
  );
  const shown = changes
    .map(({ before, after }) => ({
      before: publicOnly(before),
      after: publicOnly(after),
      changedAt: after?.updatedAt,
    }))
    .filter(({ before, after }) => before !== null || after !== null);
  const articles = shown.flatMap(({ before, after }) => [before, after]);
  if (articles.length === 0) return;
  for (const article of articles) purgeFiles(tx, article);
  const tagSlugs = await slugsOf(tx, articles);
  tx.purge(...tagSlugs.map(feedTags.tag));
  // The pages of tags are in the order of publication.
  const retagged = shown.filter(
    ({ before, after }) => !isSameTags(before, after) || hasOtherDate(before, after),
  );
  const isEachRetagged = retagged.length === shown.length;
  const changedTags = isEachRetagged
    ? tagSlugs
    : await slugsOf(
        tx,
        retagged.flatMap(({ before, after }) => [before, after]),
      );
  tx.invalidate(...changedTags.map(pageTags.articleTag));
  await enqueueHubNotification(tx, articles, tagSlugs);
  for (const change of shown) {
    await enqueueDerivedPictures(tx, change.before, change.after, change.changedAt);
    await invalidatePages(tx, change);
  }
}

/** The words of one article are indexed at once. A trigger has removed those of articles that are no longer public. */
async function updateSearchIndex(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 1) await enqueueIndexing(tx);
  else await indexQueuedArticles(tx, ids);
}

async function invalidatePages(
  tx: Transaction,
  { before: publicBefore, after: publicAfter }: ArticleChange,
): Promise<void> {
  if (publicAfter === null && publicBefore !== null) onUnpublished(tx, publicBefore);
  else if (publicAfter !== null && publicBefore === null) await onPublished(tx, publicAfter);
  else if (publicAfter !== null && publicBefore !== null) await onUpdated(tx, publicBefore, publicAfter);
}

/**
 * Purged instead of invalidated: sitemaps are requested rarely, so re-rendering them at every change is not worth it, and
 * the hub of the feeds reads them as soon as it knows of the change.
 */
function purgeFiles(tx: Transaction, article: InvalidatingArticle | null): void {
  if (article === null || article.publishDate === null) return;
  tx.purge(
    pageTags.sitemap,
    pageTags.sitemapMonth(sitemapMonth(article.publishDate)),
    ...feedTagsOf(article),
  );
}

/**
 * Purges the article page and every page that lists the article: they must not be served again. The other pages of the
 * lists are only invalidated: their articles move up.
 */
function onUnpublished(tx: Transaction, before: InvalidatingArticle): void {
  tx.purge(pageTags.article(before.id), pageTags.card(before.id), pageTags.recommended(before.id));
  tx.invalidate(pageTags.section(before.categorySlug), pageTags.list, ...authorPageTags(before));
}

async function onPublished(tx: Transaction, after: InvalidatingArticle): Promise<void> {
  tx.invalidate(
    pageTags.article(after.id),
    pageTags.section(after.categorySlug),
    pageTags.list,
    ...authorPageTags(after),
  );
  await invalidateNeighbours(tx, after);
}

async function onUpdated(
  tx: Transaction,
  before: InvalidatingArticle,
  after: InvalidatingArticle,
): Promise<void> {
  const hasMoved = before.slug !== after.slug;
  // The page at the old slug is purged. Served while the new slug is already in use, it could start a redirect loop.
  if (hasMoved) tx.purge(pageTags.article(after.id));
  else tx.invalidate(pageTags.article(after.id));
  // A byline that is linked to a profile of the same name changes no text, but the tags of its cards.
  const hasOtherAuthors = !isSameBylines(before.bylines, after.bylines);
  if (hasOtherAuthors || CARD_FIELDS.some((field) => before[field] !== after[field]))
    tx.invalidate(pageTags.card(after.id), pageTags.recommended(after.id));
  const [tagsBefore, tagsAfter] = [authorPageTags(before), authorPageTags(after)];
  tx.invalidate(
    ...tagsBefore.filter((tag) => !tagsAfter.includes(tag)),
    ...tagsAfter.filter((tag) => !tagsBefore.includes(tag)),
  );
  // The newest featured article is the hero of the listing of all articles, and is then not in its grid.
  if (before.featured !== after.featured) tx.invalidate(pageTags.list);
  if (hasOtherDate(before, after))
    tx.invalidate(pageTags.list, pageTags.card(after.id), pageTags.recommended(after.id), ...tagsAfter);
  if (before.categorySlug !== after.categorySlug || hasOtherDate(before, after)) {
    tx.invalidate(pageTags.section(before.categorySlug), pageTags.section(after.categorySlug));
    await invalidateNeighbours(tx, after);
  }
}

/** Whether the article has another place in lists, which are in the order of publication. */
const hasOtherDate = (before: InvalidatingArticle | null, after: InvalidatingArticle | null) =>
  before !== null && after !== null && before.publishDate?.getTime() !== after.publishDate?.getTime();

/** Whether the pages of tags show the same articles under the same names. Cards have a page tag of their own. */
const isSameTags = (before: InvalidatingArticle | null, after: InvalidatingArticle | null) =>
  before !== null && after !== null && JSON.stringify(before.tags) === JSON.stringify(after.tags);

/** The slugs of the tags of articles, each once. */
async function slugsOf(
  tx: Transaction,
  articles: readonly (InvalidatingArticle | null)[],
): Promise<string[]> {
  const slugs = await findSlugsOfTags(tx, [...new Set(articles.flatMap((article) => article?.tags ?? []))]);
  return [...slugs.values()];
}

const authorPageTags = ({ bylines }: InvalidatingArticle) => authorIdsOf(bylines).map(pageTags.authorPage);

/** The fields of an article that a list shows. */
const CARD_FIELDS = [
  'slug',
  'title',
  'excerpt',
  'categorySlug',
  'authorName',
  'readTime',
  'image',
  'imageAlt',
  'lang',
] as const;

/**
 * Invalidates the pages that link to an article that has entered a section:
 * - every article of the section, when the article is among its newest;
 * - the articles of small sections, which recommend articles of other sections (at most three articles of each
 *   section);
 * - the next newer article, whose "Next article" link now points to it.
 */
async function invalidateNeighbours(tx: Transaction, article: InvalidatingArticle): Promise<void> {
  const inSection = eq(publishedArticles.categorySlug, article.categorySlug);
  const newest = [desc(publishedArticles.publishDate), desc(publishedArticles.id)];
  const oldest = [asc(publishedArticles.publishDate), asc(publishedArticles.id)];
  const isNewer = sql`(${publishedArticles.publishDate}, ${publishedArticles.id}) > (${article.publishDate}, ${article.id})`;
  // One statement: each further one delays the publication by a round trip.
  const neighbours = await unionAll(
    // One more than a page shows, because a page does not recommend itself.
    listPublic(tx, 'newest of the section', inSection)
      .orderBy(...newest)
      .limit(RELATED_LIMIT + 1),
    // The page of a small section skips at most RELATED_LIMIT articles of its own section.
    listPublic(tx, 'newest', undefined)
      .orderBy(...newest)
      .limit(2 * RELATED_LIMIT),
    listPublic(tx, 'next newer', and(inSection, isNewer))
      .orderBy(...oldest)
      .limit(1),
  );
  for (const { place, id } of neighbours)
    if (place === 'next newer') tx.invalidate(pageTags.article(id));
    else if (id === article.id)
      tx.invalidate(place === 'newest' ? pageTags.newest : pageTags.related(article.categorySlug));
}

type Place = 'newest of the section' | 'newest' | 'next newer';

function listPublic(tx: Transaction, place: Place, where: SQL | undefined) {
  return tx
    .select({ place: sql<Place>`${place}::text`.as('place'), id: publishedArticles.id })
    .from(publishedArticles)
    .where(where);
}
