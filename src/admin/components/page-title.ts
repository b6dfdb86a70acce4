import { useEffect } from 'react';
import { readPublication } from '../publication.ts';

/** Sets the document title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${readPublication().name}`;
  }, [title]);
}
