import type { Coding } from './accept-encoding.ts';
import { acceptedCodings } from './accept-encoding.ts';
import { namesEntityTag } from './if-none-match.ts';
import type { Forms, Representation } from './representation.server.ts';

/** What to answer: the representation, and whether the client has it already. */
export interface Choice {
  readonly representation: Representation;
  readonly notModified: boolean;
}

/**
 * Picks by RFC 9110 sections 12.5.3 and 13.1.2. Of several acceptable forms the one the client already holds is
 * chosen, so that a reader who got gzip while brotli was being made still gets a 304.
 * Null when the client refuses every form there is.
 */
export function choose(forms: Forms, acceptEncoding?: string, ifNoneMatch?: string): Choice | null {
  const codings = acceptedCodings(acceptEncoding);
  if (ifNoneMatch !== undefined && forms.hash !== null) {
    for (const coding of codings) {
      const representation = forms[coding];
      if (representation?.etag && namesEntityTag(ifNoneMatch, representation.etag)) {
        return { representation, notModified: true };
      }
    }
  }
  const representation = best(forms, codings);
  return representation === undefined ? null : { representation, notModified: false };
}

function best(forms: Forms, codings: readonly Coding[]): Representation | undefined {
  for (const coding of codings) {
    const representation = forms[coding];
    if (representation !== undefined) return representation;
  }
  // A body too small to compress has one form; a client that takes gzip but not identity is better served than refused.
  return codings.length > 0 ? forms.identity : undefined;
}
