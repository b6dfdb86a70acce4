import type { HtmlPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { errorPage } from './error-page.tsx';

/** The same for every unknown URL, so that one stored page answers all of them. */
export function notFoundPage(publication: Publication): HtmlPage {
  return errorPage(publication, {
    status: 404,
    title: 'Page not found',
    description: 'There is no page at this address.',
    kind: 'not-found',
    heading: 'Oops! Page not found',
    text: 'The page may have moved or never existed. All articles are still available.',
  });
}
