import { sharedKey } from './not-found-key.ts';
import type { Rendered } from './rendered.ts';

/**
 * Browsers ask again every time (a 304 costs next to nothing, and whoever comments sees the comment). A CDN answers for
 * a minute by itself and, when we do not answer at all, for a day (RFC 9111, RFC 5861). `stale-while-revalidate` stays
 * at ten seconds: Chromium obeys it for page loads too, and a longer one would show a writer the page from before their
 * comment. See docs/decisions/0006.
 */
const PAGE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400';
/** May be a page tomorrow. */
const NOT_FOUND = 'no-cache';

const KEEPABLE = new Set([200, 301, 308, 404, 410]);

export function isKeepable(status: number): boolean {
  return KEEPABLE.has(status);
}

/** Whether an answer was made for one reader: it must be neither kept nor shared with others who asked meanwhile. */
export function isForOne({ headers }: Rendered): boolean {
  return 'set-cookie' in headers || /\b(?:no-store|private)\b/.test(headers['cache-control'] ?? '');
}

/** Everything but what differs between the forms of the page. What the page sets itself wins. */
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
  if (sharedKey(status) !== null) return NOT_FOUND;
  return isKeepable(status) ? PAGE : 'no-store';
}
