import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Pagination } from '../components/pagination.tsx';
import { Spinner } from '../components/spinner.tsx';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface ListPage {
  readonly page: number;
  readonly page_count: number;
  /** How many items all pages have. */
  readonly total?: number;
}

interface PagedListProps<Page extends ListPage> {
  readonly title: string;
  /** Gets the focus after a page change; given by a panel that also focuses it itself. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  /** The noun of a listed item, in lower case. */
  readonly noun: string;
  /** By default the noun with an s. */
  readonly nouns?: string;
  readonly query: Pick<UseQueryResult<Page>, 'data' | 'isError' | 'isPlaceholderData' | 'refetch'>;
  readonly navigation: DashboardNavigation;
  /** The text of the live region beside the heading; by default the total, if it is not zero. `null` for none. */
  readonly count?: ((page: Page) => string) | null;
  /** Beside the heading. */
  readonly action?: ReactNode;
  /** Between the heading and the rows. */
  readonly tools?: ReactNode;
  /** Replaces the spinner while the first page loads. */
  readonly loading?: ReactNode;
  /** Renders the rows or the empty state. */
  readonly children: (page: Page) => ReactNode;
}

/** A panel with a paginated list, including its loading and error states. */
export function PagedList<Page extends ListPage>(props: PagedListProps<Page>) {
  const { title, noun, nouns = `${noun}s`, query, navigation, action, tools, loading, children } = props;
  const { count = ({ total = 0 }) => (total === 0 ? '' : formatCount(total, noun, nouns)) } = props;
  const { data } = query;
  const id = useId();
  const ownHeading = useRef<HTMLHeadingElement>(null);
  const heading = props.heading ?? ownHeading;
  useClampedPage(data, navigation);

  return (
    <section className="panel" aria-labelledby={id} aria-busy={query.isPlaceholderData}>
      <div className="list-head">
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {count !== null && (
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
        <LoadFailure text={`Failed to load ${nouns}`} onRetry={query.refetch} />
      ) : (
        (loading ?? <Spinner label={`Loading ${nouns}...`} />)
      )}
      {data !== undefined && (
        <Pagination
          label={`Pages of ${nouns}`}
          page={data.page}
          pageCount={data.page_count}
          onPage={(page) => {
            navigation.changeList({ page });
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

/** Navigates to the last page if the current page no longer exists, for example after a deletion. */
function useClampedPage(
  data: { readonly page_count: number } | undefined,
  { location, changeList }: DashboardNavigation,
): void {
  const last = Math.max(1, data?.page_count ?? Infinity);
  const isBeyond = location.list.page > last;
  useEffect(() => {
    if (isBeyond) changeList({ page: last }, { replace: true });
  }, [isBeyond, last, changeList]);
}
