import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import {
  type ListView,
  toSearchParams,
  type DashboardLocation,
  parseLocation,
  findStoredLocation,
  storeLocation,
} from './dashboard-location.ts';

export interface DashboardNavigation {
  readonly location: DashboardLocation;
  /** Changes the location. `replace` adds no history entry, for changes on every keystroke. */
  readonly navigate: (change: Partial<DashboardLocation>, options?: { readonly replace?: boolean }) => void;
  /** Changes the list view. Resets it to the first page unless `page` is set. */
  readonly changeList: (change: Partial<ListView>, options?: { readonly replace?: boolean }) => void;
}

/** The location from the query parameters, or the stored location if there are none. */
export function useDashboardLocation(): DashboardNavigation {
  const [params, setParams] = useSearchParams();
  const hasNoParams = params.size === 0;
  const location = useMemo(
    () => (hasNoParams ? findStoredLocation() : null) ?? parseLocation(params),
    [hasNoParams, params],
  );

  useEffect(() => {
    if (!hasNoParams) storeLocation(location);
    else if (location.tab !== '') setParams(toSearchParams(location), { replace: true });
  }, [hasNoParams, location, setParams]);

  // The router renders a new location later, and until then another change must not undo it.
  const latest = useRef(location);
  useEffect(() => void (latest.current = location), [location]);

  const navigate = useCallback<DashboardNavigation['navigate']>(
    (change, options) => {
      latest.current = { ...latest.current, ...change };
      setParams(toSearchParams(latest.current), options);
    },
    [setParams],
  );
  const changeList = useCallback<DashboardNavigation['changeList']>(
    (change, options) => navigate({ list: { ...latest.current.list, page: 1, ...change } }, options),
    [navigate],
  );
  return { location, navigate, changeList };
}
