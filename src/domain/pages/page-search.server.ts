import { setImmediate } from 'node:timers/promises';
import { asc, eq, sql } from 'drizzle-orm';
import { areForms } from '#domain/articles/search/dictionary.ts';
import type { FoundPage } from '#domain/articles/search/search-result.ts';
import type { SearchTerm } from '#domain/articles/search/search-query.ts';
import { findWords } from '#domain/articles/search/search-words.ts';
import { findSnippet, markMatches } from '#domain/articles/search/snippet.ts';
import { visibleText } from '#domain/articles/search/visible-text.ts';
import type { CurrentSite, Site } from '#domain/site/site.ts';
import type { Transaction } from '#platform/db/database.ts';
import { MEDIA_SECTIONS } from '#domain/categories/media-section.ts';
import { sectionPath } from '#domain/categories/section.ts';
import { ownPagePath, PAGE_LIMIT } from './page.ts';
import { ownPages } from './tables.server.ts';

/** Characters of a page that are searched. */
const TEXT_MAX_LENGTH = 20_000;
/** Characters of the HTML that are read for them. */
const HTML_MAX_LENGTH = 60_000;
/** Sections, and pages. */
const MAX_RESULTS = 5;

/**
 * Finds the sections whose name matches a search, and the published pages that do, About included, those with a word in their
 * title first.
 *
 * @param terms of `parseQuery`
 */
export type PageSearch = (tx: Transaction, terms: readonly SearchTerm[]) => Promise<FoundPage[]>;

interface SearchedPage {
  readonly kind: 'section' | 'page';
  readonly path: string;
  readonly title: string;
  readonly excerpt: string;
  /** Plain text. */
  readonly text: string;
  readonly lang: string;
  /** Of the title. */
  readonly titleWords: ReadonlySet<string>;
  /** Of the names of a section, or of title, excerpt and text of a page, in their order. */
  readonly words: readonly string[];
}

interface WordForms extends Record<string, unknown> {
  readonly word: string;
  /** Without accents. */
  readonly folded: string;
  /** In the language of the publication; empty for a stop word. */
  readonly stem: string;
  readonly dictionary: string;
}

interface PageIndex {
  /** What the index was built from. */
  readonly version: string;
  readonly site: IndexedSite;
  readonly pages: readonly SearchedPage[];
  /** Every word of the pages once. */
  readonly vocabulary: readonly WordForms[];
}

/**
 * Creates the search of the pages of the publication. Its index is in memory, because pages are few and rarely change; the first
 * search after a change builds it.
 */
export function createPageSearch({ site }: { readonly site: CurrentSite }): PageSearch {
  let index: PageIndex | undefined;
  return async (tx, terms) => {
    const indexed = site();
    const version = await readVersion(tx);
    if (
      index?.version !== version ||
      index.site.about !== indexed.about ||
      index.site.sections !== indexed.sections
    )
      index = await buildIndex(tx, version, indexed);
    const { pages, vocabulary } = index;
    const asked = await lookUpForms(
      tx,
      terms.flatMap(({ words }) => words),
    );
    return matchingPages(pages, expandTerms(terms, asked, vocabulary));
  };
}

type IndexedSite = Pick<Site, 'about' | 'sections'>;

/** Differs after every change of a published page and of the language of the publication. */
async function readVersion(tx: Transaction): Promise<string> {
  const { rows } = await tx.execute<{ version: string }>(sql`
    select concat(dictionary, (
      select string_agg(concat(id, ':', revision), ',' order by id) from ${ownPages} where not is_draft
    )) as version from search_language`);
  return rows[0]?.version ?? '';
}

async function buildIndex(tx: Transaction, version: string, site: IndexedSite): Promise<PageIndex> {
  const { slug, title, excerpt, lang } = ownPages;
  const rows = await tx
    .select({
      slug,
      title,
      excerpt,
      lang,
      content: sql<string>`left(${ownPages.content}, ${HTML_MAX_LENGTH})`,
    })
    .from(ownPages)
    .where(eq(ownPages.isDraft, false))
    .orderBy(asc(ownPages.id))
    .limit(PAGE_LIMIT);
  const { about } = site;
  const mission = about.mission[0] ?? '';
  const pages = [
    ...searchedSections(site),
    searchedPage({ path: '/about', title: 'About', excerpt: mission, text: aboutText(about), lang: '' }),
  ];
  for (const { slug: pageSlug, content, ...page } of rows) {
    // Requests are answered between two pages.
    await setImmediate();
    const text = visibleText(content, TEXT_MAX_LENGTH);
    pages.push(searchedPage({ ...page, path: ownPagePath(pageSlug), text }));
  }
  const words = new Set(pages.flatMap((page) => page.words));
  return { version, site, pages, vocabulary: await lookUpForms(tx, [...words]) };
}

function aboutText({ mission, principles, timelineHeading, timeline }: Site['about']): string {
  const blocks = [...principles, ...timeline].flatMap(({ title, text }) => [title, text]);
  return [...mission, ...blocks, timelineHeading].join(' ').slice(0, TEXT_MAX_LENGTH);
}

/** Found by their names alone: a description is about other subjects too. */
const searchedSections = ({ sections }: IndexedSite): SearchedPage[] =>
  [
    ...sections.visible.map((section) => ({ ...section, path: sectionPath(section) })),
    ...MEDIA_SECTIONS.map((section) => ({ ...section, shortName: section.slug })),
  ].map(({ path, name, shortName, description }) => ({
    kind: 'section',
    path,
    title: name,
    excerpt: description,
    text: '',
    lang: '',
    titleWords: new Set(wordsOf(name)),
    // No phrase begins in one name and ends in the next.
    words: [...wordsOf(name), '', ...wordsOf(shortName)],
  }));

function searchedPage(page: Omit<SearchedPage, 'kind' | 'titleWords' | 'words'>): SearchedPage {
  const titleWords = wordsOf(page.title);
  return {
    ...page,
    kind: 'page',
    titleWords: new Set(titleWords),
    words: [...titleWords, ...wordsOf(page.excerpt), ...wordsOf(page.text)],
  };
}

const wordsOf = (text: string) => findWords(text).map(({ word }) => word);

/** In the order of the words. */
async function lookUpForms(tx: Transaction, words: readonly string[]): Promise<WordForms[]> {
  const { rows } = await tx.execute<WordForms>(sql`
    select word, search_language.dictionary, coalesce(known.folded, search_fold(word)) as folded,
      coalesce(known.stem, search_stem(search_language.dictionary, word)) as stem
    from search_language
    cross join unnest(${sql.param([...words])}::text[]) with ordinality as entered (word, position)
    left join search_words as known using (word)
    order by position`);
  return rows;
}

interface ExpandedTerm extends Pick<SearchTerm, 'isExcluded' | 'isPhrase'> {
  /** For each word of the term, the words of the pages that match it. */
  readonly forms: readonly ReadonlySet<string>[];
}

/** Stop words count only if there is no other word. */
function expandTerms(
  terms: readonly SearchTerm[],
  asked: readonly WordForms[],
  vocabulary: readonly WordForms[],
): ExpandedTerm[] {
  let at = 0;
  const expanded = terms.map(({ words, isPhrase, isExcluded, isPrefix }) => {
    const entered = words.map(() => asked[at++]).filter((forms) => forms !== undefined);
    const matches = ({ folded, stem, dictionary }: WordForms, word: WordForms) =>
      word.folded === folded ||
      (!isPhrase && stem !== '' && word.stem === stem && areForms(dictionary, folded, word.folded)) ||
      (isPrefix && word.folded.startsWith(folded));
    return {
      isPhrase,
      isExcluded,
      isStopWord: !isPhrase && entered.every(({ stem }) => stem === ''),
      forms: entered.map(
        (forms) => new Set(vocabulary.filter((word) => matches(forms, word)).map(({ word }) => word)),
      ),
    };
  });
  const others = expanded.filter(({ isStopWord }) => !isStopWord);
  return others.some(({ isExcluded }) => !isExcluded) ? others : expanded;
}

function matchingPages(pages: readonly SearchedPage[], terms: readonly ExpandedTerm[]): FoundPage[] {
  const required = terms.filter(({ isExcluded }) => !isExcluded);
  if (required.length === 0) return [];
  const forms = new Set(required.flatMap((term) => term.forms.flatMap((each) => [...each])));
  const isInTitle = ({ titleWords }: SearchedPage) => [...titleWords].some((word) => forms.has(word));
  const found = pages
    .filter(({ words }) => terms.every((term) => contains(words, term) !== term.isExcluded))
    .toSorted((one, other) => Number(isInTitle(other)) - Number(isInTitle(one)));
  return (['section', 'page'] as const)
    .flatMap((kind) => found.filter((page) => page.kind === kind).slice(0, MAX_RESULTS))
    .map(({ kind, path, title, excerpt, text, lang }) => ({
      kind,
      path,
      title: markMatches(title, forms),
      excerpt: findSnippet(text, forms) ?? markMatches(excerpt, forms),
      lang,
    }));
}

/** Whether the words of a term follow each other in a text. */
const contains = (words: readonly string[], { forms }: ExpandedTerm) =>
  words.some((_, start) => forms.every((form, offset) => form.has(words[start + offset] ?? '')));
