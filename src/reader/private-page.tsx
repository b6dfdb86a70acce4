import type { ReactNode } from 'react';
import { renderHeadedPage } from './headed-page.tsx';
import type { Publication } from './publication.ts';

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
  return renderHeadedPage(publication, {
    title,
    description: metaDescription,
    path: null,
    tags: [],
    ...(styleSheet !== undefined && { styleSheet }),
    heading: { description },
    content,
  }).body;
}
