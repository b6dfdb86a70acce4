/**
 * The key under which the not-found page is stored once, so that invented addresses cannot fill the memory. It does not
 * begin with a slash, so no request target is equal to it.
 */
export const NOT_FOUND_KEY = '404';

/**
 * The key of the page that is shared by all addresses with this status: 404, and 410 for deleted articles. Null for a
 * status whose pages differ by address.
 */
export function sharedKey(status: number): string | null {
  if (status === 404) return NOT_FOUND_KEY;
  return status === 410 ? '410' : null;
}
