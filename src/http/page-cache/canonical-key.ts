import { encodePlainPath, MAX_TARGET_BYTES } from '#platform/plain-path.ts';

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
  const path = encodePlainPath(pathname);
  if (path === null) return null;
  const given = new URLSearchParams(allowedQuery.length === 0 ? '' : search);
  const known = new URLSearchParams();
  for (const name of allowedQuery) {
    const value = given.get(name);
    if (value !== null && value !== '') known.set(name, value);
  }
  const key = known.size === 0 ? path : `${path}?${known.toString()}`;
  return key.length > MAX_TARGET_BYTES ? null : key;
}
