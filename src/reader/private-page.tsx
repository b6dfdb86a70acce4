import type { ReactNode } from 'react';
import { PageHeading } from './components/page-heading.tsx';
import type { Publication } from './publication.ts';
import { renderPage } from './reader-page.tsx';

interface PrivateContent {
  readonly title: string;
  readonly description: string;
  /** Below the heading. */
  readonly content: ReactNode;
  /** The description in the head of the document; by default that of the heading. */
  readonly metaDescription?: string;
  readonly styleSheet?: 'article';
}

/** The HTML of a page for one reader, such as the one that a link in an email opens. It has no canonical URL and is never cached. */
export function renderPrivatePage(
  publication: Publication,
  { title, description, content, metaDescription = description, styleSheet }: PrivateContent,
): string {
  return renderPage(publication, {
    title,
    description: metaDescription,
    path: null,
    tags: [],
    ...(styleSheet !== undefined && { styleSheet }),
    content: (
      <div className="container pb-24">
        <PageHeading title={title} description={description} />
        {content}
      </div>
    ),
  }).body;
}
