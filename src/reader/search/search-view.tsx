import { useEffect } from 'react';
import { Pages } from './search-pages.tsx';
import { RecentSearches } from './recent-searches.tsx';
import { placeCaret } from './place-caret.ts';
import { addRecentSearch } from './search-storage.ts';
import { SearchFilters } from './search-filters.tsx';
import { NOTHING_FOUND, statusText } from './search-messages.ts';
import { SEARCH_FIELD, SEARCH_PATH, searchPath, type SearchState } from './search-paths.ts';
import { FoundPages, SearchResultList } from './search-results.tsx';
import { type SearchOutcome, useLiveSearch } from './use-live-search.ts';
import { useLocale } from '#ui/locale.ts';

export interface SearchViewProps {
  readonly state: SearchState;
  readonly outcome: SearchOutcome;
  readonly timeZone: string;
  readonly resultsPerPage: number;
}

const QUERY_MAX_LENGTH = 200;

/** The search field with its results. Works as a plain form; once hydrated, it shows results while the reader types. */
export function SearchView({ timeZone, resultsPerPage, ...initial }: SearchViewProps) {
  const { state, outcome, isSearching, search } = useLiveSearch(initial);
  const { found } = outcome;
  const locale = useLocale();
  const hasResults = found !== null && found.results.length > 0;
  // The field may have got the focus before this script started.
  useEffect(() => placeCaret(document.activeElement), []);
  useEffect(() => {
    // Only what was submitted: while typing, every beginning of a word is a search.
    const { query } = initial.state;
    const { results = [], pages = [] } = initial.outcome.found ?? {};
    if (query !== '' && results.length + pages.length > 0) addRecentSearch(query);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <>
      <form className="search-form" role="search" action={SEARCH_PATH}>
        <div className="field">
          <label htmlFor={SEARCH_FIELD}>Search articles</label>
          <input
            id={SEARCH_FIELD}
            onFocus={(event) => placeCaret(event.currentTarget)}
            name="q"
            type="search"
            dir="auto"
            maxLength={QUERY_MAX_LENGTH}
            autoComplete="off"
            enterKeyHint="search"
            defaultValue={state.query}
            aria-describedby={`${SEARCH_FIELD}-hint`}
            onChange={(event) => search(event.currentTarget.value)}
          />
        </div>
        <button type="submit" className="button">
          Search
        </button>
        <p id={`${SEARCH_FIELD}-hint`} className="field-hint">
          “Quotation marks” find a phrase, a minus sign excludes a word: <kbd>election -sports</kbd>
        </p>
      </form>
      <p className="search-status" role="status">
        {statusText(state, outcome, locale)}
      </p>
      {outcome.problem !== null && (
        <p className="form-alert" role="alert">
          {outcome.problem}
        </p>
      )}
      {/* What a search replaces is new, so that nothing of it moves from one place to another. */}
      <div key={searchPath(state)} aria-busy={isSearching || undefined} className="search-outcome">
        {found !== null && found.suggestion !== null && (
          <Suggestion state={state} suggestion={found.suggestion} />
        )}
        {found !== null && found.pages.length > 0 && (
          <FoundPages pages={found.pages} onOpen={() => addRecentSearch(state.query)} />
        )}
        {found !== null && (hasResults || isFiltered(state)) && <SearchFilters state={state} found={found} />}
        {hasResults ? (
          <>
            <SearchResultList
              results={found.results}
              timeZone={timeZone}
              start={(state.page - 1) * resultsPerPage + 1}
              onOpen={() => addRecentSearch(state.query)}
            />
            <Pages state={state} pageCount={found.page_count} />
          </>
        ) : (
          found !== null && found.pages.length === 0 && state.query !== '' && <NothingFound state={state} />
        )}
        {state.query === '' && <RecentSearches />}
      </div>
    </>
  );
}

const isFiltered = ({ section, year, author }: SearchState) => section !== '' || year !== '' || author !== '';

interface SuggestionProps {
  readonly state: SearchState;
  readonly suggestion: string;
}

function Suggestion({ state, suggestion }: SuggestionProps) {
  return (
    <p className="search-suggestion">
      Did you mean{' '}
      <a className="link" href={searchPath({ ...state, query: suggestion, page: 1 })}>
        <bdi>{suggestion}</bdi>
      </a>
      ?
    </p>
  );
}

function NothingFound({ state }: { readonly state: SearchState }) {
  return (
    <div className="empty">
      {isFiltered(state) && (
        <p>
          <a className="link" href={searchPath({ ...state, section: '', year: '', author: '', page: 1 })}>
            Search without filters
          </a>
        </p>
      )}
      <p>{NOTHING_FOUND}</p>
      <a className="link" href="/articles">
        See all articles
      </a>
    </div>
  );
}
