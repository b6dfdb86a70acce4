import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is mounted, for work that ends after it may have been unmounted. */
export function useIsMounted(): Readonly<RefObject<boolean>> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
