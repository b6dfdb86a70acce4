import type { HtmlPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { errorPage } from './error-page.tsx';

/** The same for every deleted article and page: one stored page answers all their URLs and reveals nothing about them. */
export function gonePage(publication: Publication): HtmlPage {
  return errorPage(publication, {
    status: 410,
    title: 'Page removed',
    description: 'The page at this address was removed.',
    heading: 'This page was removed',
    text: 'It was published here and has been permanently removed. All other pages are still available.',
  });
}
