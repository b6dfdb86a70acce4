/** Longest path with query, in bytes of the percent-encoded form. Real addresses are much shorter. */
export const MAX_TARGET_BYTES = 2048;

const FORBIDDEN = /\/\/|\\|%2f|%5c|%00|%2e|%25|[^!-~]/i;
const ENCODED_ESCAPE = /%25([0-9a-f]{2})/gi;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/**
 * Whether a path, as written in the request line, is accepted. Rejects empty and dot segments, encoded slashes, dots
 * and percent signs (which allow double decoding), control characters and invalid escapes.
 */
export function isPlainPath(pathname: string): boolean {
  return decodePlainPath(pathname) !== null;
}

/** The path in its shortest encoding, by which an address is identified; null for a path that is not plain. */
export function encodePlainPath(pathname: string): string | null {
  const decoded = decodePlainPath(pathname);
  if (decoded === null) return null;
  // What is left of escapes after decoding are those of reserved characters, such as %40. They stay, and are not encoded again.
  return encodeURI(decoded).replace(ENCODED_ESCAPE, (_, digits: string) => `%${digits.toUpperCase()}`);
}

function decodePlainPath(pathname: string): string | null {
  if (!pathname.startsWith('/') || pathname.length > MAX_TARGET_BYTES) return null;
  if (FORBIDDEN.test(pathname) || DOT_SEGMENT.test(pathname)) return null;
  if (!pathname.includes('%')) return pathname;
  try {
    return decodeURI(pathname);
  } catch {
    return null;
  }
}
