import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Amount } from './amount.tsx';

interface PaginationProps {
  readonly path: string;
  readonly page: number;
  readonly pageCount: number;
}

/** The first page has no query parameter, so that it has only one URL. */
export const pagePath = (path: string, page: number) => (page === 1 ? path : `${path}?page=${page}`);

/** Links to the first and last page and to those next to the current one. Renders nothing for a single page. */
export function Pagination({ path, page, pageCount }: PaginationProps) {
  if (pageCount === 1) return null;
  return (
    <nav className="pagination" aria-label="Pagination">
      {page > 1 && (
        <a href={pagePath(path, page - 1)} rel="prev" aria-label="Newer articles">
          <ArrowLeft size={18} aria-hidden="true" />
        </a>
      )}
      <ul>
        {pagesAround(page, pageCount).map((entry, index, all) => (
          <li key={entry} data-gap={index > 0 && entry - (all[index - 1] ?? 0) > 1 ? '' : undefined}>
            <a
              href={pagePath(path, entry)}
              aria-current={entry === page ? 'page' : undefined}
              aria-label={`Page ${entry}`}
            >
              <Amount value={entry} />
            </a>
          </li>
        ))}
      </ul>
      {page < pageCount && (
        <a href={pagePath(path, page + 1)} rel="next" aria-label="Older articles">
          <ArrowRight size={18} aria-hidden="true" />
        </a>
      )}
    </nav>
  );
}

/** First, last, and the current page with one neighbor on each side: at most five, so that they fit on a phone. */
export function pagesAround(page: number, pageCount: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pageCount];
  return [...new Set(wanted)].filter((entry) => entry >= 1 && entry <= pageCount).toSorted((a, b) => a - b);
}
