import { sharedKey } from './not-found-key.ts';
import type { Rendered } from './rendered.ts';

/**
 * Browsers revalidate every time (a 304 is cheap, and commenters see their comment). A CDN answers from its cache for a
 * minute and, when this server does not answer at all, for a day (RFC 9111, RFC 5861). `stale-while-revalidate` is ten
 * seconds: Chromium applies it to page loads too, and a longer value would show commenters the page without their
 * comment. See docs/decisions/0006.
 */
export const PAGE_CACHE_CONTROL =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400';
/** There may be a page at this address later. */
const NOT_FOUND_CACHE_CONTROL = 'no-cache';

const CACHEABLE_STATUSES = new Set([200, 301, 308, 404, 410]);

export function isCacheableStatus(status: number): boolean {
  return CACHEABLE_STATUSES.has(status);
}

/** Whether a response is for one reader: it must be neither stored nor shared with concurrent requests. */
export function isPrivate({ headers }: Rendered): boolean {
  return 'set-cookie' in headers || /\b(?:no-store|private)\b/.test(headers['cache-control'] ?? '');
}

/** The header fields that all representations of the page share. Fields that the page itself sets take precedence. */
export function pageHeaders(
  { status, headers }: Rendered,
  headersFor: (contentType: string) => Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const contentType = headers['content-type'] ?? 'text/html; charset=utf-8';
  return {
    'cache-control': cacheControl(status),
    vary: 'Accept-Encoding',
    ...headersFor(contentType),
    'content-type': contentType,
    ...headers,
  };
}

function cacheControl(status: number): string {
  if (sharedKey(status) !== null) return NOT_FOUND_CACHE_CONTROL;
  return isCacheableStatus(status) ? PAGE_CACHE_CONTROL : 'no-store';
}
