import { RESULTS_PER_PAGE } from '#domain/articles/search/search-result.ts';
import { Island } from '#islands/island.tsx';
import { renderHeadedPage } from '../headed-page.tsx';
import type { Publication } from '../publication.ts';
import type { SearchState } from './search-paths.ts';
import { SearchView } from './search-view.tsx';
import type { SearchOutcome } from './use-live-search.ts';

/** The search page with its results. For one reader: it is not stored, and not indexed. */
export function searchPage(publication: Publication, state: SearchState, outcome: SearchOutcome): string {
  const { site } = publication;
  const title = state.query === '' ? 'Search' : `Search: ${state.query}`;
  return renderHeadedPage(publication, {
    title: state.page === 1 ? title : `${title}, page ${state.page}`,
    description: `Search the articles of ${site.name}.`,
    path: null,
    styleSheet: 'search',
    tags: [],
    heading: {
      title: 'Search',
      description: 'Sections, and titles, texts, tags and authors of all articles.',
    },
    content: (
      <Island
        name="search"
        component={SearchView}
        props={{ state, outcome, timeZone: site.timeZone, resultsPerPage: RESULTS_PER_PAGE }}
        on="idle"
        className="pt-10"
      />
    ),
  }).body;
}
