/** Longest path with query, in bytes of the percent-encoded form. Real addresses are much shorter. */
const MAX_TARGET_BYTES = 2048;

const FORBIDDEN = /\/\/|\\|%2f|%5c|%00|%2e|%25|[^!-~]/i;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/**
 * Whether a path, as written in the request line, is accepted. Rejects empty and dot segments, encoded slashes, dots
 * and percent signs (which allow double decoding), control characters and invalid escapes.
 */
export function isPlainPath(pathname: string): boolean {
  if (!pathname.startsWith('/') || pathname.length > MAX_TARGET_BYTES) return false;
  if (FORBIDDEN.test(pathname) || DOT_SEGMENT.test(pathname)) return false;
  return decodeOnce(pathname) !== null;
}

/**
 * The cache key of a page, which is itself a valid request target for it: the path in its shortest encoding, then the
 * allowed query parameters in the given order, each once and only if it has a value. Other parameters (`utm_source` and
 * the like) are ignored. Null for a path that is not plain and for a key that is too long; the response to those is 404
 * and is not stored.
 */
export function canonicalKey(
  pathname: string,
  search: string,
  allowedQuery: readonly string[],
): string | null {
  if (!isPlainPath(pathname)) return null;
  const path = encodeURI(decodeOnce(pathname) ?? '');
  const given = new URLSearchParams(allowedQuery.length === 0 ? '' : search);
  const known = new URLSearchParams();
  for (const name of allowedQuery) {
    const value = given.get(name);
    if (value !== null && value !== '') known.set(name, value);
  }
  const key = known.size === 0 ? path : `${path}?${known.toString()}`;
  return key.length > MAX_TARGET_BYTES ? null : key;
}

function decodeOnce(pathname: string): string | null {
  if (!pathname.includes('%')) return pathname;
  try {
    return decodeURI(pathname);
  } catch {
    return null;
  }
}
