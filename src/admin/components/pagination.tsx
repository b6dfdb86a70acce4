import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface PaginationProps {
  /** The accessible name of the navigation. */
  readonly label: string;
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
}

/** The current page, the number of pages and the navigation buttons. Renders nothing for a single page. */
export function Pagination({ label, page, pageCount, onPage }: PaginationProps) {
  if (pageCount <= 1) return null;
  const button = (name: string, to: number, icon: ReactNode) => (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      disabled={to < 1 || to > pageCount || to === page}
      onClick={() => onPage(to)}
    >
      {icon}
    </button>
  );
  return (
    <nav className="pager" aria-label={label}>
      <p role="status">
        Page {page.toLocaleString('en-US')} of {pageCount.toLocaleString('en-US')}
      </p>
      <div className="pager-buttons">
        {button('First page', 1, <ChevronFirst size={18} aria-hidden="true" />)}
        {button('Previous page', page - 1, <ChevronLeft size={18} aria-hidden="true" />)}
        {button('Next page', page + 1, <ChevronRight size={18} aria-hidden="true" />)}
        {button('Last page', pageCount, <ChevronLast size={18} aria-hidden="true" />)}
      </div>
    </nav>
  );
}
