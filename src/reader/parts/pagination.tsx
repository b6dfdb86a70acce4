import { ArrowLeft, ArrowRight } from 'lucide-react';
import { formatNumber } from '#ui/format-number.ts';

interface PaginationProps {
  readonly path: string;
  readonly page: number;
  readonly pageCount: number;
}

/** The first page has the bare address, so that it has only one. */
export const pagePath = (path: string, page: number) => (page === 1 ? path : `${path}?page=${page}`);

/** Real links to the neighbours, the ends and a few pages around the current one. Nothing for a single page. */
export function Pagination({ path, page, pageCount }: PaginationProps) {
  if (pageCount === 1) return null;
  return (
    <nav className="pagination" aria-label="Pages">
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
              {formatNumber(entry)}
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

/** First, last, and the current page with one neighbour on each side: never more than five, so that it fits a phone. */
export function pagesAround(page: number, pageCount: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pageCount];
  return [...new Set(wanted)].filter((entry) => entry >= 1 && entry <= pageCount).toSorted((a, b) => a - b);
}
