/**
 * The one key of every not-found page, so that made-up addresses cannot fill the memory. It looks like no address, so
 * no request finds it by accident.
 */
export const NOT_FOUND_KEY = '404';

/**
 * The key of the one page that answers every address with this status: 404, and 410 for what was deleted. Null for a
 * status whose pages differ by address.
 */
export function sharedKey(status: number): string | null {
  if (status === 404) return NOT_FOUND_KEY;
  return status === 410 ? '410' : null;
}
