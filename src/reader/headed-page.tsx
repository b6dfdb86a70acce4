import { PageHeading } from './components/page-heading.tsx';
import type { Publication } from './publication.ts';
import { type HtmlPage, type PageContent, renderPage } from './reader-page.tsx';

interface HeadedPageContent extends PageContent {
  readonly title: string;
  /** What the heading says instead of the title and the description in the head of the document. */
  readonly heading?: { readonly title?: string; readonly description?: string };
}

/** A page of a heading and the content below it. */
export function renderHeadedPage(
  publication: Publication,
  { heading, content, ...page }: HeadedPageContent,
): HtmlPage {
  return renderPage(publication, {
    ...page,
    content: (
      <div className="container pb-24">
        <PageHeading title={page.title} description={page.description} {...heading} />
        {content}
      </div>
    ),
  });
}
