import { useEffect } from 'react';
import type { DashboardNavigation } from './use-dashboard-location.ts';

/** Navigates to the last page if the current page no longer exists, for example after a deletion. */
export function useClampedPage(
  data: { readonly page_count: number } | undefined,
  { location, changeList }: DashboardNavigation,
): void {
  const last = Math.max(1, data?.page_count ?? Infinity);
  const isBeyond = location.list.page > last;
  useEffect(() => {
    if (isBeyond) changeList({ page: last }, { replace: true });
  }, [isBeyond, last, changeList]);
}
