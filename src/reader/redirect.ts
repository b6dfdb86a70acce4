import type { Rendered } from '#http/page-cache/rendered.ts';

/**
 * A permanent redirect (301), stored like a page. Use it only for URLs that lead to an existing page: storing a response
 * for every invented URL would fill the memory.
 *
 * @param location path with query and fragment; characters that no header field may hold are percent-encoded
 */
export function permanentRedirect(location: string, tags: readonly string[] = []): Rendered {
  return { status: 301, headers: { location: encodeLocation(location) }, body: '', tags };
}

/** A temporary redirect (302) to a location that changes with the tagged content. Not stored: computing it is cheap. */
export function temporaryRedirect(location: string, tags: readonly string[]): Rendered {
  const headers = { location: encodeLocation(location), 'cache-control': 'no-cache' };
  return { status: 302, headers, body: '', tags };
}

function encodeLocation(location: string): string {
  return location.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
}
