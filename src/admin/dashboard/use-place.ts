import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ListView, paramsOf, type Place, placeFrom, recalledPlace, rememberPlace } from './place.ts';

export interface PlaceControl {
  readonly place: Place;
  /** Goes there; `replace` leaves no step to go back to, for what changes with every key. */
  readonly go: (change: Partial<Place>, options?: { readonly replace?: boolean }) => void;
  /** Another view of the same list; from its first page unless a page is named. */
  readonly look: (change: Partial<ListView>, options?: { readonly replace?: boolean }) => void;
}

/** The place in the address; without one, where this browser was last. */
export function usePlace(): PlaceControl {
  const [params, setParams] = useSearchParams();
  const isBare = params.size === 0;
  const place = useMemo(() => (isBare ? recalledPlace() : null) ?? placeFrom(params), [isBare, params]);

  useEffect(() => {
    if (!isBare) rememberPlace(place);
    else if (place.tab !== '') setParams(paramsOf(place), { replace: true });
  }, [isBare, place, setParams]);

  const go = useCallback<PlaceControl['go']>(
    (change, options) => setParams(paramsOf({ ...place, ...change }), options),
    [place, setParams],
  );
  const look = useCallback<PlaceControl['look']>(
    (change, options) => go({ list: { ...place.list, page: 1, ...change } }, options),
    [go, place],
  );
  return { place, go, look };
}
