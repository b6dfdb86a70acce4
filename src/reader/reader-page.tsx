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
 * A permanent redirect (301), stored like a page. Use it only for URLs that lead to an existing page: storing a response
 * for every invented URL would fill the memory.
 *
 * @param location path with query and fragment; characters that no header field may hold are percent-encoded
 */
export function permanentRedirect(location: string, tags: readonly string[] = []): Rendered {
  return { status: 301, headers: { location: encodeLocation(location) }, body: '', tags };
}

/** A temporary redirect (302) to a location that changes with the tagged content. Not stored: computing it is cheap. */
export function temporaryRedirect(location: string, tags: readonly string[]): Rendered {
  const headers = { location: encodeLocation(location), 'cache-control': 'no-cache' };
  return { status: 302, headers, body: '', tags };
}

function encodeLocation(location: string): string {
  return location.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
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
