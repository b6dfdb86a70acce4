/** Longest path with query, in bytes of the percent-encoded form. Real addresses are much shorter. */
export const MAX_TARGET_BYTES = 2048;

const FORBIDDEN = /\/\/|\\|%2f|%5c|%00|%2e|%25|[^!-~]/i;
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
  return decoded === null ? null : encodeURI(decoded);
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
