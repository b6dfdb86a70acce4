const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/**
 * Whether `If-None-Match` matches this entity tag, by the weak comparison of RFC 9110 section 13.1.2: `*` matches any
 * tag, the field may be a list, and a `W/` prefix is ignored.
 */
export function namesEntityTag(header: string, etag: string): boolean {
  if (header === etag) return true;
  if (header.trim() === '*') return true;
  for (const [, opaque] of header.matchAll(ENTITY_TAG)) if (opaque === etag) return true;
  return false;
}
