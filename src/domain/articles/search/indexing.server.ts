import { eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { articleAutosaves } from '../autosaves/tables.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';
import { isWithoutText } from '../untitled.ts';
import { indexDrafts } from './draft-indexing.server.ts';
import { createSearchDocument, type SearchedArticle } from './search-document.ts';
import { articleSearch, draftSearch, searchQueue } from './tables.server.ts';

/** The new values of an existing row. */
const EXCLUDED = {
  publishDate: sql`excluded.publish_date`,
  section: sql`excluded.section`,
  authors: sql`excluded.authors`,
  titleWords: sql`excluded.title_words`,
  words: sql`excluded.words`,
  isSampled: sql`excluded.is_sampled`,
};

/**
 * Writes the rows of the search indexes, of readers and of the newsroom, of those articles whose words have changed. The caller
 * has locked the articles, so that a concurrent change cannot be overwritten with what was read before it. The words of a draft
 * that nobody has saved yet are those of its autosave.
 */
export async function indexQueuedArticles(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // One statement: each further one delays the save by a round trip.
  const taken = tx.$with('taken').as(
    tx
      .delete(searchQueue)
      .where(inArray(searchQueue.articleId, [...ids]))
      .returning({ id: searchQueue.articleId }),
  );
  const queued = await tx
    .with(taken)
    .select({
      articleId: articles.id,
      isDraft: articles.isDraft,
      publishDate: articles.publishDate,
      section: articles.categorySlug,
      title: articles.title,
      excerpt: articles.excerpt,
      tags: articles.tags,
      bylines: articles.bylines,
      content: articles.content,
    })
    .from(articles)
    .innerJoin(taken, eq(taken.id, articles.id));
  if (queued.length === 0) return;
  await indexDrafts(
    tx,
    await withAutosavedText(
      tx,
      queued.filter(({ isDraft }) => isDraft),
    ),
  );
  await indexPublicArticles(
    tx,
    queued.filter(({ isDraft }) => !isDraft),
  );
}

async function withAutosavedText(
  tx: Transaction,
  drafts: readonly QueuedArticle[],
): Promise<readonly QueuedArticle[]> {
  const unsaved = drafts.filter(isWithoutText).map(({ articleId }) => articleId);
  if (unsaved.length === 0) return drafts;
  const autosaves = await tx
    .select({
      articleId: articleAutosaves.articleId,
      title: articleAutosaves.title,
      excerpt: articleAutosaves.excerpt,
      tags: articleAutosaves.tags,
      bylines: articleAutosaves.bylines,
      content: articleAutosaves.content,
    })
    .from(articleAutosaves)
    .where(inArray(articleAutosaves.articleId, unsaved));
  const texts = new Map(autosaves.map(({ articleId, ...text }) => [articleId, text]));
  return drafts.map((draft) => ({ ...draft, ...texts.get(draft.articleId) }));
}

/** For a change that the trigger on `articles` does not see. */
export async function queueForIndexing(tx: Transaction, articleId: string): Promise<void> {
  await tx.insert(searchQueue).values({ articleId }).onConflictDoNothing();
}

/** Indexes the words of a draft again whose autosave has changed. The caller has locked the article. */
export async function indexAutosavedDraft(tx: Transaction, articleId: string): Promise<void> {
  await queueForIndexing(tx, articleId);
  await indexQueuedArticles(tx, [articleId]);
}

type QueuedArticle = SearchedArticle &
  Pick<ArticleRow, 'publishDate'> & {
    readonly articleId: string;
    readonly section: string;
  };

async function indexPublicArticles(tx: Transaction, queued: readonly QueuedArticle[]): Promise<void> {
  const rows = queued.flatMap(({ articleId, publishDate, section, ...article }) =>
    publishDate === null
      ? []
      : [
          {
            articleId,
            publishDate,
            section,
            authors: article.bylines.map(({ name }) => name),
            isSampled: articleId.endsWith('0'),
            ...createSearchDocument(article),
          },
        ],
  );
  if (rows.length === 0) return;
  // One statement: the trigger counts the words of all rows together.
  await tx
    .insert(articleSearch)
    .values(rows)
    .onConflictDoUpdate({ target: articleSearch.articleId, set: EXCLUDED });
}

/**
 * Indexes up to `limit` articles of the queue, public ones before drafts, the newest first, and returns their number. Skips
 * articles that another transaction changes.
 */
export async function indexBatch(tx: Transaction, limit: number): Promise<number> {
  // Before the articles are locked: a command locks an article first and counts its words then.
  await tx.execute(sql`select pg_advisory_xact_lock(${WORDS_LOCK})`);
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .innerJoin(searchQueue, sql`${searchQueue.articleId} = ${articles.id}`)
    .orderBy(articles.isDraft, sql`${articles.id} desc`)
    .limit(limit)
    .for('update', { of: articles, skipLocked: true });
  await indexQueuedArticles(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/**
 * Indexes up to `limit` drafts again whose stems another dictionary has computed, and returns their number. Skips articles that
 * another transaction changes.
 */
export async function stemDrafts(tx: Transaction, limit: number): Promise<number> {
  const rows = await tx
    .select({ articleId: articles.id })
    .from(articles)
    .innerJoin(draftSearch, eq(draftSearch.articleId, articles.id))
    .where(
      sql`${articles.isDraft} and (
        ${draftSearch.dictionary} < (${CURRENT_DICTIONARY}) or ${draftSearch.dictionary} > (${CURRENT_DICTIONARY})
      )`,
    )
    .limit(limit)
    .for('update', { of: articles, skipLocked: true });
  if (rows.length === 0) return 0;
  // After the articles are locked: a command waits for the queue while it has an article locked.
  await tx.insert(searchQueue).values(rows).onConflictDoNothing();
  await indexQueuedArticles(
    tx,
    rows.map(({ articleId }) => articleId),
  );
  return rows.length;
}

/** Compared with `<` and `>` instead of `<>`, for which no index can be used. */
const CURRENT_DICTIONARY = sql`select dictionary from search_language`;

/** The advisory lock of the triggers `count_search_words` and `count_articles`. */
export const WORDS_LOCK = 7_365_113;
