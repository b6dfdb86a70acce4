import { useEffect } from 'react';
import { readPublication } from '../publication.ts';

/** Names the tab of the browser while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${readPublication().name}`;
  }, [title]);
}
