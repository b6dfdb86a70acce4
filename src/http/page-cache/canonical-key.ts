/** Longer addresses are nobody's bookmark. In bytes of the encoded form. */
export const LONGEST_TARGET = 2048;

const FORBIDDEN = /\/\/|\\|%2f|%5c|%00|%2e|%25|[^!-~]/i;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/**
 * Whether a path, as it stands in the request line, may be looked up at all. Empty and dot segments, encoded slashes,
 * dots and percent signs (the raw material of double decoding), control characters and broken escapes may not.
 */
export function isPlainPath(pathname: string): boolean {
  if (!pathname.startsWith('/') || pathname.length > LONGEST_TARGET) return false;
  if (FORBIDDEN.test(pathname) || DOT_SEGMENT.test(pathname)) return false;
  return decodeOnce(pathname) !== null;
}

/**
 * The one name of a page in the cache, itself an address that asks for it: the path in its shortest encoding, then the
 * query names the page knows, in the order given, each once and only if it has a value. What a page does not know
 * (`utm_source` and the like) does not make another page. Null for a path that is not plain or an over-long result;
 * the answer to those is 404 and is not kept.
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
  return key.length > LONGEST_TARGET ? null : key;
}

function decodeOnce(pathname: string): string | null {
  if (!pathname.includes('%')) return pathname;
  try {
    return decodeURI(pathname);
  } catch {
    return null;
  }
}
