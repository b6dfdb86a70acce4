import { formatCount } from '#ui/format-count.ts';
import type { SearchState } from './search-paths.ts';
import type { SearchOutcome } from './use-live-search.ts';

export const NOTHING_FOUND = 'Try other or fewer words, or check their spelling.';
export const TOO_MANY_SEARCHES = 'Too many searches at once. Please wait a minute and try again.';
export const SEARCH_UNAVAILABLE = 'The search does not answer right now. Please try again in a moment.';

/** What screen readers announce after a search. */
export function statusText(
  { query, page }: SearchState,
  { found, problem, isIncomplete }: SearchOutcome,
  locale: string,
): string {
  if (problem !== null || found === null || query === '') return '';
  const note = isIncomplete ? ' Older articles are still being added to the search.' : '';
  const pages = found.pages.length === 0 ? '' : formatCount(found.pages.length, 'page', 'pages', locale);
  if (found.results.length === 0)
    return pages === ''
      ? `No articles found for “${query}”.${note}`
      : `No articles, but ${pages} for “${query}”.${note}`;
  const prefix = { exact: '', estimated: 'About ', minimum: 'At least ' }[found.accuracy];
  const articles = formatCount(found.total, 'article', 'articles', locale);
  const count = pages === '' ? articles : `${articles} and ${pages}`;
  return `${prefix}${count} for “${query}”${page === 1 ? '' : `, page ${page} of ${found.page_count}`}.${note}`;
}
