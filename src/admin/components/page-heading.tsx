import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface PageHeadingProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** React Router gives this key to the page that the browser has loaded. */
const LOADED_PAGE = 'default';

/**
 * The main heading of a page. Receives the focus when the page replaces another one, as a loaded document does for screen
 * readers: the link that had the focus is gone.
 */
export function PageHeading({ className, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const isLoaded = useRef(key === LOADED_PAGE);

  useEffect(() => {
    if (!isLoaded.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
