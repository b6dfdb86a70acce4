import { QUERY_MAX_LENGTH } from '#domain/articles/search/search-query.ts';
import type { SearchRequest } from '#domain/articles/search/search-result.ts';
import type { Site } from '#domain/site/site.ts';
import { parsePageNumber } from '../reader-page.tsx';
import type { SearchState } from './search-paths.ts';

const AUTHOR_MAX_LENGTH = 200;

/** What a query asks for. A filter that cannot match anything is ignored. Throws `PageNotFound` for an invalid page. */
export function parseSearchState(
  parameters: URLSearchParams,
  { sections }: Pick<Site, 'sections'>,
): SearchState {
  const section = valueOf(parameters, 'section', AUTHOR_MAX_LENGTH);
  const year = valueOf(parameters, 'year', 4);
  return {
    query: valueOf(parameters, 'q', QUERY_MAX_LENGTH),
    section: sections.find(section) === null ? '' : section,
    year: /^[12]\d{3}$/.test(year) ? year : '',
    author: valueOf(parameters, 'author', AUTHOR_MAX_LENGTH),
    page: parsePageNumber(parameters.get('page') ?? undefined),
  };
}

/** Without NUL and lone surrogates, which PostgreSQL cannot compare. */
const valueOf = (parameters: URLSearchParams, name: string, maxLength: number) =>
  (parameters.get(name) ?? '').slice(0, maxLength).toWellFormed().replaceAll('\0', ' ');

export const searchRequest = ({ query, section, year, author, page }: SearchState): SearchRequest => ({
  query,
  page,
  filters: { section: section || null, year: year === '' ? null : Number(year), author: author || null },
});
