import { type Coding, acceptedCodings } from './accept-encoding.ts';
import { namesEntityTag } from './if-none-match.ts';
import type { Representations, Representation } from './representation.server.ts';

/** The selected representation, and whether the client already has it (304). */
export interface Negotiated {
  readonly representation: Representation;
  readonly notModified: boolean;
}

/**
 * Selects by RFC 9110 sections 12.5.3 and 13.1.2. Of several acceptable representations it prefers the one the client
 * already has, so that a client that got gzip before brotli was ready still gets a 304. Null when the client accepts
 * none.
 */
export function negotiate(
  representations: Representations,
  acceptEncoding?: string,
  ifNoneMatch?: string,
): Negotiated | null {
  const codings = acceptedCodings(acceptEncoding);
  if (ifNoneMatch !== undefined && representations.hash !== null) {
    for (const coding of codings) {
      const representation = representations[coding];
      if (representation?.etag && namesEntityTag(ifNoneMatch, representation.etag)) {
        return { representation, notModified: true };
      }
    }
  }
  const representation = findFirstAvailable(representations, codings);
  return representation === undefined ? null : { representation, notModified: false };
}

function findFirstAvailable(
  representations: Representations,
  codings: readonly Coding[],
): Representation | undefined {
  for (const coding of codings) {
    const representation = representations[coding];
    if (representation !== undefined) return representation;
  }
  // A body too small to compress has one representation: a client that accepts gzip but not identity gets it instead of
  // 406.
  return codings.length > 0 ? representations.identity : undefined;
}
