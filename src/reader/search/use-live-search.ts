import { startTransition, useEffect, useRef, useState } from 'react';
import type { SearchJson } from './search-json.ts';
import { SEARCH_UNAVAILABLE, TOO_MANY_SEARCHES } from './search-messages.ts';
import { searchParameters, searchPath, type SearchState } from './search-paths.ts';

export interface SearchOutcome {
  /** Null before a search and after a failed one. */
  readonly found: SearchJson | null;
  /** Why the search failed. */
  readonly problem: string | null;
  /** Some articles are not in the index yet. */
  readonly isIncomplete: boolean;
}

/** Milliseconds after the last key until the search is sent. */
const PAUSE_MS = 250;
const REQUEST_TIMEOUT_MS = 10_000;

/** Searches while the reader types. A search that is replaced by a newer one is canceled. */
export function useLiveSearch(initial: { readonly state: SearchState; readonly outcome: SearchOutcome }) {
  const [shown, setShown] = useState(initial);
  const [isSearching, setSearching] = useState(false);
  const pending = useRef<AbortController>(undefined);
  useEffect(() => () => pending.current?.abort(), []);

  async function run(state: SearchState, { signal }: AbortController): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return;
    setSearching(true);
    const outcome = state.query === '' ? NO_SEARCH : await request(state, signal);
    if (signal.aborted) return;
    // Rendering many results waits for the next key.
    startTransition(() => {
      setShown({ state, outcome });
      setSearching(false);
    });
    history.replaceState(history.state, '', searchPath(state));
  }

  return {
    ...shown,
    isSearching,
    search(entered: string) {
      pending.current?.abort();
      const controller = new AbortController();
      pending.current = controller;
      // Other words have other sections, years and authors.
      void run(
        { query: entered.trim() === '' ? '' : entered, section: '', year: '', author: '', page: 1 },
        controller,
      );
    },
  };
}

const NO_SEARCH: SearchOutcome = { found: null, problem: null, isIncomplete: false };

async function request(state: SearchState, signal: AbortSignal): Promise<SearchOutcome> {
  // Not `AbortSignal.any`, which the oldest supported browsers lack.
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timeout = setTimeout(abort, REQUEST_TIMEOUT_MS);
  signal.addEventListener('abort', abort);
  try {
    const response = await fetch(`/api/search?${searchParameters(state).toString()}`, {
      signal: controller.signal,
    });
    if (response.status === 429) return { ...NO_SEARCH, problem: TOO_MANY_SEARCHES };
    if (!response.ok) return { ...NO_SEARCH, problem: SEARCH_UNAVAILABLE };
    const { is_incomplete: isIncomplete, ...found } = (await response.json()) as SearchJson & {
      readonly is_incomplete: boolean;
    };
    return { found, problem: null, isIncomplete };
  } catch {
    return { ...NO_SEARCH, problem: SEARCH_UNAVAILABLE };
  } finally {
    clearTimeout(timeout);
  }
}
