import { sql } from 'drizzle-orm';
import type { CurrentSite, Site } from '#domain/site/site.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { consumeForNetwork } from '#platform/rate-limit/network-limit.ts';
import { createMemoryLimit } from '#platform/rate-limit/memory-limit.ts';
import { isStorable } from '#platform/storable-text.ts';
import { createWorkQueue, QueueFullError } from '#platform/work-queue.ts';
import { bylineText } from '../bylines.ts';
import { publishedArticles } from '../tables.server.ts';
import { findMatches, type Matches, type MatchOptions } from './matches.server.ts';
import { parseQuery, type SearchTerm } from './search-query.ts';
import { findWords } from './search-words.ts';
import {
  FOUND_PAGE_KINDS,
  type FoundArticle,
  type FoundPage,
  NO_RESULTS,
  RESULTS_PER_PAGE,
  type SearchRequest,
  type SearchResults,
} from './search-result.ts';
import { findSnippet, markMatches } from './snippet.ts';
import { findCorrection } from './suggestions.server.ts';
import { findTagPages } from './tag-search.server.ts';
import { visibleText } from './visible-text.ts';
import {
  createConditions,
  type ExpandedTerm,
  expandTerms,
  type SearchConditions,
  withoutStopWords,
} from './word-forms.server.ts';

/** Searches of one network. Results while typing are searches too. */
const NETWORK_LIMIT = { limit: 90, windowSeconds: 60 };
/** Searches that run at once in a process; the others wait. The embedded database has one connection for everything. */
const MAX_RUNNING = 2;
const MAX_WAITING = 30;
/** Milliseconds; on a server only. A search of the embedded database is bounded by what it reads. */
const STATEMENT_TIMEOUT_MS = 2000;
/** Characters of the HTML and of the text of an article in which an excerpt is searched. */
const SNIPPET_HTML_LENGTH = 60_000;
const SNIPPET_TEXT_LENGTH = 20_000;

export interface Search {
  /**
   * The articles that match a search. Throws `too_many` above the limit of the network, `unavailable` while too many searches
   * wait, and `not_found` for a page after the last one.
   *
   * @param network of the reader, as returned by `networkOf`
   */
  find(request: SearchRequest, network: string): Promise<SearchResults>;
}

interface SearchDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly site: CurrentSite;
  /** Finds pages of the publication and of its sections. */
  readonly findPages: (tx: Transaction, terms: readonly SearchTerm[]) => Promise<FoundPage[]>;
}

export function createSearch({ database, site, findPages }: SearchDeps): Search {
  // In memory: a refused search must not cost a query.
  const limit = createMemoryLimit();
  const queue = createWorkQueue({ maxRunning: MAX_RUNNING, maxQueued: MAX_WAITING });
  return {
    async find(request, network) {
      const terms = isStorable(request.query) ? parseQuery(request.query) : [];
      if (terms.length === 0) return NO_RESULTS;
      const { allowed, retryAfterSeconds } = await consumeForNetwork(limit, String, network, NETWORK_LIMIT);
      if (!allowed)
        throw new DomainError('too_many', 'Too many searches. Please try again in a minute.', {
          retryAfterSeconds,
        });
      try {
        return await queue.run(() =>
          database.transaction(async (tx) => {
            const { tagPages, ...found } = await search(tx, { ...request, terms, site: site() });
            const pages = inOrder([...(hasPages(request) ? await findPages(tx, terms) : []), ...tagPages]);
            const isName = pages.some(({ kind }) => kind !== 'page');
            return { ...found, pages, suggestion: isName ? null : found.suggestion };
          }),
        );
      } catch (error) {
        if (error instanceof QueueFullError)
          throw new DomainError('unavailable', '', { retryAfterSeconds: 5 });
        throw error;
      }
    },
  };
}

const hasPages = ({ page, filters }: SearchRequest) =>
  page === 1 && Object.values(filters).every((value) => value === null);

const inOrder = (pages: readonly FoundPage[]) =>
  FOUND_PAGE_KINDS.flatMap((kind) => pages.filter((page) => page.kind === kind));

/** What is found without the sections and pages of the publication. */
interface FoundArticles extends Omit<SearchResults, 'pages'> {
  readonly tagPages: readonly FoundPage[];
}

interface ParsedRequest extends SearchRequest {
  readonly terms: readonly SearchTerm[];
  readonly site: Pick<Site, 'timeZone' | 'sections'>;
}

async function search(tx: Transaction, request: ParsedRequest): Promise<FoundArticles> {
  const isIncomplete = await prepareSearch(tx);
  const terms = withoutStopWords(await expandTerms(tx, request.terms));
  const tagPages = hasPages(request) ? await findTagPages(tx, request.query, terms) : [];
  const conditions = createConditions(terms);
  if (conditions === null)
    return { ...NO_RESULTS, tagPages, isIncomplete, suggestion: await findSuggestion(tx, request, terms) };
  const required = terms.filter(({ isExcluded }) => !isExcluded);
  const options: MatchOptions = {
    ...request,
    timeZone: request.site.timeZone,
    conditions,
    maxDocuments: Math.min(...required.map(({ documents }) => documents)),
  };
  const { candidates, ...matches } = await findMatches(tx, options);
  const forms = new Set(required.flatMap((term) => term.forms.flat()));
  const { articles, ranked } = await readPage(
    tx,
    { candidates, accuracy: matches.accuracy },
    { conditions, forms, page: request.page },
  );
  // No page has more than the candidates; a page after the last one has no row with their number.
  if (articles.length === 0 && request.page > 1) throw new DomainError('not_found', 'There is no such page.');
  const pageCount = Math.max(1, Math.ceil(ranked / RESULTS_PER_PAGE));
  return { ...matches, articles, tagPages, pageCount, isIncomplete, suggestion: null };
}

interface PageOptions {
  readonly conditions: SearchConditions;
  readonly forms: ReadonlySet<string>;
  /** From 1. */
  readonly page: number;
}

/** Sets limits of the transaction, and returns whether public articles are missing in the index. */
async function prepareSearch(tx: Transaction): Promise<boolean> {
  // The planner does not know that reading a vector is expensive, and plans depend on the words.
  const { rows } = await tx.execute<{ isIncomplete: boolean }>(sql`
    select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true),
      set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('work_mem', '16MB', true),
      exists (select from search_queue join ${publishedArticles} on id = article_id) as "isIncomplete"`);
  return rows[0]?.isIncomplete === true;
}

interface Page {
  readonly articles: readonly FoundArticle[];
  /** Number of articles on all pages. */
  readonly ranked: number;
}

/**
 * One page of the candidates in order: how often and where the words are, the title ten times the text, and up to twice as much for
 * a recent article.
 */
async function readPage(
  tx: Transaction,
  { candidates, accuracy }: Pick<Matches, 'candidates' | 'accuracy'>,
  { conditions: { indexed, complete }, page, forms }: PageOptions,
): Promise<Page> {
  // Articles with the words in their title were not compared with the whole search yet.
  const isMatch = accuracy === 'estimated' ? sql`words @@ ${complete ?? indexed}::tsquery` : sql`true`;
  const onPage = sql`(
    select article_id, count(*) over ()::int as ranked, row_number() over (
      order by ts_rank('{0.1, 0.2, 0.4, 1.0}', words, ${indexed}::tsquery)
          * (1 + 1 / (1 + greatest(extract(epoch from now() - publish_date), 0) / 31557600)) desc,
        publish_date desc, article_id
    ) as position
    from article_search where article_id = any(${sql.param([...candidates])}::uuid[]) and ${isMatch}
    order by position limit ${RESULTS_PER_PAGE} offset ${(page - 1) * RESULTS_PER_PAGE}
  ) as on_page`;
  const rows = await tx
    .select({
      ranked: sql<number>`ranked`,
      slug: publishedArticles.slug,
      title: publishedArticles.title,
      excerpt: publishedArticles.excerpt,
      content: sql<string>`left(${publishedArticles.content}, ${SNIPPET_HTML_LENGTH})`,
      sectionSlug: publishedArticles.categorySlug,
      bylines: publishedArticles.bylines,
      publishDate: publishedArticles.publishDate,
      lang: publishedArticles.lang,
    })
    .from(publishedArticles)
    .innerJoin(onPage, sql`on_page.article_id = ${publishedArticles.id}`)
    .orderBy(sql`position`);
  return { articles: rows.flatMap((row) => toFoundArticle(row, forms)), ranked: rows[0]?.ranked ?? 0 };
}

type PageRow = Pick<
  typeof publishedArticles.$inferSelect,
  'slug' | 'title' | 'excerpt' | 'content' | 'bylines' | 'publishDate' | 'lang'
> & { readonly sectionSlug: string };

function toFoundArticle(
  { slug, title, excerpt, content, sectionSlug, bylines, publishDate, lang }: PageRow,
  forms: ReadonlySet<string>,
): FoundArticle[] {
  if (publishDate === null) return [];
  const text = visibleText(content, SNIPPET_TEXT_LENGTH);
  return [
    {
      slug,
      title: markMatches(title, forms),
      excerpt: findSnippet(text, forms) ?? markMatches(excerpt, forms),
      sectionSlug,
      authors: bylineText(bylines),
      publishDate,
      lang,
    },
  ];
}

/** The search with every unknown word replaced by the most similar known one; null if there is none for one of them. */
async function findSuggestion(
  tx: Transaction,
  { query, site: { sections } }: ParsedRequest,
  terms: readonly ExpandedTerm[],
): Promise<string | null> {
  let suggestion = query;
  const names = sections.visible.flatMap(({ name }) => findWords(name).map(({ word }) => word));
  const unknown = terms
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ words, forms }) => words.filter((_, at) => forms[at]?.length === 0));
  for (const word of unknown) {
    const correction = await findCorrection(tx, word, names);
    if (correction === null) return null;
    suggestion = replaceWord(suggestion, word, correction);
  }
  return suggestion === query ? null : suggestion;
}

/** Replaces the first occurrence of a word, however it was entered. The same letters may be in a longer word before it. */
function replaceWord(query: string, word: string, correction: string): string {
  const entered = findWords(query).find((found) => found.word === word);
  return entered === undefined
    ? query
    : query.slice(0, entered.start) + correction + query.slice(entered.end);
}
