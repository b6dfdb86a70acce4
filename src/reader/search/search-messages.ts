import { FOUND_PAGE_KINDS, type FoundPageKind } from '#domain/articles/search/search-result.ts';
import { formatCount } from '#ui/format-count.ts';
import type { SearchJson } from './search-json.ts';
import type { SearchState } from './search-paths.ts';
import type { SearchOutcome } from './use-live-search.ts';

export const NOTHING_FOUND = 'Try other or fewer words, or check their spelling.';
export const TOO_MANY_SEARCHES = 'Too many searches at once. Please wait a minute and try again.';
export const SEARCH_UNAVAILABLE = 'The search does not answer right now. Please try again in a moment.';

export const PAGE_KIND_NAMES: Readonly<
  Record<FoundPageKind, { readonly name: string; readonly plural: string }>
> = {
  section: { name: 'Section', plural: 'Sections' },
  tag: { name: 'Tag', plural: 'Tags' },
  page: { name: 'Page', plural: 'Pages' },
};

/** What screen readers announce after a search. */
export function statusText(
  { query, page }: SearchState,
  { found, problem, isIncomplete }: SearchOutcome,
  locale: string,
): string {
  if (problem !== null || found === null || query === '') return '';
  const note = isIncomplete ? ' Older articles are still being added to the search.' : '';
  const pages = countPages(found, locale);
  if (found.results.length === 0)
    return pages.length === 0
      ? `No articles found for “${query}”.${note}`
      : `No articles, but ${enumerate(pages)} for “${query}”.${note}`;
  const prefix = { exact: '', estimated: 'About ', minimum: 'At least ' }[found.accuracy];
  const articles = formatCount(found.total, 'article', 'articles', locale);
  return `${prefix}${enumerate([articles, ...pages])} for “${query}”${page === 1 ? '' : `, page ${page} of ${found.page_count}`}.${note}`;
}

/** The number of each kind, such as "1 section". */
const countPages = ({ pages }: SearchJson, locale: string): string[] =>
  FOUND_PAGE_KINDS.map((kind) => {
    const { name, plural } = PAGE_KIND_NAMES[kind];
    return { count: pages.filter((page) => page.kind === kind).length, name, plural };
  })
    .filter(({ count }) => count > 0)
    .map(({ count, name, plural }) => formatCount(count, name.toLowerCase(), plural.toLowerCase(), locale));

const enumerate = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);
