import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Amount } from '../components/amount.tsx';
import { searchPath, type SearchState } from './search-paths.ts';

interface PagesProps {
  readonly state: SearchState;
  readonly pageCount: number;
}

/** Links to the pages before and after this one. */
export function Pages({ state, pageCount }: PagesProps) {
  const { page } = state;
  if (pageCount === 1) return null;
  const path = (number: number) => searchPath({ ...state, page: number });
  return (
    <nav className="pagination" aria-label="Pagination">
      {page > 1 && (
        <a href={path(page - 1)} rel="prev" aria-label="Previous results">
          <ArrowLeft size={18} aria-hidden="true" />
        </a>
      )}
      <p className="meta">
        <span>
          Page <Amount value={page} /> of <Amount value={pageCount} />
        </span>
      </p>
      {page < pageCount && (
        <a href={path(page + 1)} rel="next" aria-label="Next results">
          <ArrowRight size={18} aria-hidden="true" />
        </a>
      )}
    </nav>
  );
}
