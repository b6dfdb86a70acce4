import { pageTags } from '#domain/articles/cache-tags.ts';
import { type HtmlPage, renderPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { ErrorPageContent } from './error-page-content.tsx';

/** The same for every unknown URL, so that one stored page answers all of them. */
export function notFoundPage(publication: Publication): HtmlPage {
  return renderPage(publication, {
    status: 404,
    title: 'Page not found',
    description: 'There is no page at this address.',
    path: null,
    kind: 'not-found',
    tags: [pageTags.site],
    content: (
      <ErrorPageContent
        status={404}
        heading="Oops! Page not found"
        text="The page may have moved or never existed. All articles are still available."
      />
    ),
  });
}
