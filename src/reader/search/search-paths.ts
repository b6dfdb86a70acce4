export const SEARCH_PATH = '/search';

/** The search field, which `/` and the link in the navigation focus. */
export const SEARCH_FIELD = 'search-field';

/** What a search page shows, as in its query. Empty for none. */
export interface SearchState {
  readonly query: string;
  readonly section: string;
  readonly year: string;
  readonly author: string;
  /** From 1. */
  readonly page: number;
}

/** The parameters with a value, in a fixed order. */
export function searchParameters({ query, page, ...filters }: SearchState): URLSearchParams {
  const all = { q: query, ...filters, page: page === 1 ? '' : String(page) };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
}

export const searchPath = (state: SearchState): string => {
  const parameters = searchParameters(state).toString();
  return parameters === '' ? SEARCH_PATH : `${SEARCH_PATH}?${parameters}`;
};
