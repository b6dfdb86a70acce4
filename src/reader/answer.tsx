import type { ReactNode } from 'react';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { renderDocument, type DocumentHead } from '../document.tsx';
import type { PageRequest, Publication } from './publication.ts';

/** Makes the answer to one reader address; throws `PageNotFound` when there is nothing to show. */
export type ReaderPage = (publication: Publication, request: PageRequest) => Promise<Rendered>;

/** There is no such page. The server answers with the not-found page, for a missing article as for an unknown path. */
export class PageNotFound extends Error {
  override readonly name = 'PageNotFound';
}

/** There was such a page, and readers could see it. The server answers with the page that says so. */
export class PageGone extends Error {
  override readonly name = 'PageGone';
}

export interface PageContent extends DocumentHead {
  readonly tags: readonly string[];
  readonly status?: 200 | 404 | 410;
  readonly content: ReactNode;
}

export interface HtmlPage extends Rendered {
  readonly body: string;
}

export function page(publication: Publication, { tags, status, content, ...head }: PageContent): HtmlPage {
  return {
    status: status ?? 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: renderDocument(publication, head, content),
    tags,
  };
}

/**
 * A permanent redirect, stored like a page. Only to an address that exists: what is stored for made-up addresses would
 * fill the memory.
 *
 * @param location path with query and fragment; characters that no header field may hold are percent-encoded
 */
export function moved(location: string, tags: readonly string[] = []): Rendered {
  return { status: 301, headers: { location: encoded(location) }, body: '', tags };
}

/** For a location that changes with what the tags name. Not stored: looking for it costs less than keeping all of them. */
export function foundAt(location: string, tags: readonly string[]): Rendered {
  const headers = { location: encoded(location), 'cache-control': 'no-cache' };
  return { status: 302, headers, body: '', tags };
}

function encoded(location: string): string {
  return location.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
}

/**
 * The number in `?page=`. The first page has one address only, so `?page=1` and anything that is not a whole number
 * from 2 up are not found.
 */
export function pageNumber(value: string | undefined): number {
  if (value === undefined) return 1;
  if (!/^[1-9]\d{0,5}$/.test(value) || value === '1') throw new PageNotFound(`No page ${value}`);
  return Number(value);
}
