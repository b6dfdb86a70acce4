import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId } from 'react';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { usePageWithin } from './use-page-within.ts';
import type { PlaceControl } from './use-place.ts';

interface ListPage {
  readonly page: number;
  readonly page_count: number;
}

interface PagedListProps<Page extends ListPage> {
  readonly title: string;
  /** Where the focus goes with another page. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** What is listed: plural, lower case. */
  readonly what: string;
  readonly query: Pick<UseQueryResult<Page>, 'data' | 'isError' | 'isPlaceholderData' | 'refetch'>;
  readonly control: PlaceControl;
  /** Told to screen readers whenever it changes. */
  readonly count?: (page: Page) => string;
  /** Beside the heading. */
  readonly action?: ReactNode;
  /** Between the heading and the rows. */
  readonly tools?: ReactNode;
  /** Instead of a spinner. */
  readonly loading?: ReactNode;
  /** The rows, or what is said when there are none. */
  readonly children: (page: Page) => ReactNode;
}

/** A card with a list that comes page by page, in every state of its loading. */
export function PagedList<Page extends ListPage>(props: PagedListProps<Page>) {
  const { title, heading, what, query, control, count, action, tools, loading, children } = props;
  const { data } = query;
  const id = useId();
  usePageWithin(data, control);

  return (
    <section className="desk-card" aria-labelledby={id} aria-busy={query.isPlaceholderData}>
      <div className="list-head">
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {count !== undefined && (
            <p role="status" className="list-count">
              {data === undefined ? '' : count(data)}
            </p>
          )}
        </div>
        {action}
      </div>
      {tools}
      {data !== undefined ? (
        children(data)
      ) : query.isError ? (
        <LoadFailure text={`Failed to load ${what}`} onRetry={query.refetch} />
      ) : (
        (loading ?? <Spinner label={`Loading ${what}...`} />)
      )}
      {data !== undefined && (
        <Pagination
          label={`Pages of ${what}`}
          page={data.page}
          pageCount={data.page_count}
          onPage={(page) => {
            control.look({ page });
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}
