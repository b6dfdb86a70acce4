import { RESULTS_PER_PAGE } from '#domain/articles/search/search-result.ts';
import { Island } from '#islands/island.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import type { Publication } from '../publication.ts';
import { renderPage } from '../reader-page.tsx';
import type { SearchState } from './search-paths.ts';
import { SearchView } from './search-view.tsx';
import type { SearchOutcome } from './use-live-search.ts';

/** The search page with its results. For one reader: it is not stored, and not indexed. */
export function searchPage(publication: Publication, state: SearchState, outcome: SearchOutcome): string {
  const { site } = publication;
  const title = state.query === '' ? 'Search' : `Search: ${state.query}`;
  return renderPage(publication, {
    title: state.page === 1 ? title : `${title}, page ${state.page}`,
    description: `Search the articles of ${site.name}.`,
    path: null,
    styleSheet: 'search',
    tags: [],
    content: (
      <div className="container pb-24">
        <PageHeading title="Search" description="Titles, texts, tags and authors of all articles." />
        <Island
          name="search"
          component={SearchView}
          props={{ state, outcome, timeZone: site.timeZone, resultsPerPage: RESULTS_PER_PAGE }}
          on="idle"
          className="pt-10"
        />
      </div>
    ),
  }).body;
}
