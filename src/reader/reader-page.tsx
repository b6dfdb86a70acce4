import type { ReactNode } from 'react';
import type { ViewedPage } from '#domain/statistics/viewed-page.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { renderDocument } from '../document.tsx';
import type { PageMetadata } from '../document-metadata.ts';
import type { PageRequest, Publication } from './publication.ts';

/** Renders the response for one reader route. Throws `PageNotFound` or `PageGone` when there is nothing to show. */
export type ReaderPage = (publication: Publication, request: PageRequest) => Promise<Rendered>;

/** The page does not exist. The server responds with the not-found page, for a missing article and for an unknown path. */
export class PageNotFound extends Error {
  override readonly name = 'PageNotFound';
}

/** The page was public and has been deleted. The server responds with 410 and the gone page. */
export class PageGone extends Error {
  override readonly name = 'PageGone';
}

export interface PageContent extends PageMetadata {
  readonly tags: readonly string[];
  readonly status?: 200 | 404 | 410;
  /** What a view is counted for. Default: `other`. Error pages are not counted. */
  readonly viewedPage?: ViewedPage;
  readonly content: ReactNode;
}

export interface HtmlPage extends Rendered {
  readonly body: string;
}

export function renderPage(
  publication: Publication,
  { tags, status = 200, content, viewedPage = 'other', ...head }: PageContent,
): HtmlPage {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: renderDocument(publication, head, content),
    tags,
    ...(status === 200 ? { viewedPage } : {}),
  };
}

/**
 * Parses `?page=`. The first page has only the URL without it, so `?page=1` and anything that is not an integer from 2 up
 * throw `PageNotFound`.
 */
export function parsePageNumber(value: string | undefined): number {
  if (value === undefined) return 1;
  if (!/^[1-9]\d{0,5}$/.test(value) || value === '1') throw new PageNotFound(`No page ${value}`);
  return Number(value);
}
