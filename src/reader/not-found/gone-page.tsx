import { pageTags } from '#domain/articles/cache-tags.ts';
import { type HtmlPage, renderPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { ErrorPageContent } from './error-page-content.tsx';

/** The same for every deleted article and page: one stored page answers all their URLs and reveals nothing about them. */
export function gonePage(publication: Publication): HtmlPage {
  return renderPage(publication, {
    status: 410,
    title: 'Page removed',
    description: 'The page at this address was removed.',
    path: null,
    tags: [pageTags.site],
    content: (
      <ErrorPageContent
        status={410}
        heading="This page was removed"
        text="It was published here and has been permanently removed. All other pages are still available."
      />
    ),
  });
}
