import { useEffect } from 'react';
import type { PlaceControl } from './use-place.ts';

/** A page that is no more, because what stood on it was deleted or its address is old, gives way to the last one. */
export function usePageWithin(
  data: { readonly page_count: number } | undefined,
  { place, look }: PlaceControl,
): void {
  const last = Math.max(1, data?.page_count ?? Infinity);
  const isBeyond = place.list.page > last;
  useEffect(() => {
    if (isBeyond) look({ page: last }, { replace: true });
  }, [isBeyond, last, look]);
}
