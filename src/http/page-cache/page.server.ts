import { hash } from 'node:crypto';
import type { Coding } from './accept-encoding.ts';
import { acceptedCodings } from './accept-encoding.ts';
import { isCompressible, toGzip } from './compression.server.ts';
import { namesEntityTag } from './if-none-match.ts';
import type { Rendered, Render } from './rendered.ts';
import type { Representation } from './representation.server.ts';
import { representationOf } from './representation.server.ts';

/**
 * `fresh`: nothing it shows has changed. `renewing`: something has, a new one is being made, this one serves meanwhile.
 * `outdated`: the next reader waits for a new one, and gets this one only if that fails.
 */
export type PageState = 'fresh' | 'renewing' | 'outdated';

/** A rendered page in all its forms. Only its state and its counters ever change. */
export interface Page {
  readonly key: string;
  readonly status: number;
  readonly tags: readonly string[];
  /** What all forms have in common. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hash: string | null;
  readonly identity: Representation;
  gzip: Representation | undefined;
  br: Representation | undefined;
  readonly render: Render;
  state: PageState;
  /** While an outdated page may be served without trying again, because the last try failed. Milliseconds since 1970. */
  excusedUntil: number;
  /** Readers since the last count, and the fading sum of earlier counts. */
  hits: number;
  heat: number;
  /** How many pages had been stored when it was last read. */
  lastUsed: number;
}

/** What to answer: the representation, and whether the client has it already. Null if it takes none there is. */
export interface Choice {
  readonly representation: Representation;
  readonly notModified: boolean;
}

/** Renders nothing: turns what was rendered into something to keep or to send. */
export async function makePage(
  key: string,
  rendered: Rendered,
  headers: Readonly<Record<string, string>>,
  render: Render,
): Promise<Page> {
  const body = typeof rendered.body === 'string' ? Buffer.from(rendered.body) : Buffer.from(rendered.body);
  const digest = rendered.status === 200 ? hash('sha256', body, 'base64url').slice(0, 22) : null;
  const identity = representationOf('identity', body, digest, headers);
  const small = isCompressible(headers['content-type'] ?? '', body.byteLength) ? await toGzip(body) : null;
  return {
    key,
    status: rendered.status,
    tags: rendered.tags,
    headers,
    hash: digest,
    identity,
    gzip: small === null ? undefined : representationOf('gzip', small, digest, headers),
    br: undefined,
    render,
    state: 'fresh',
    excusedUntil: 0,
    hits: 0,
    heat: 0,
    lastUsed: 0,
  };
}

/**
 * Picks by RFC 9110 sections 12.5.3 and 13.1.2. Of several acceptable forms the one the client already holds is
 * chosen, so that a reader who got gzip while brotli was being made still gets a 304.
 */
export function choose(page: Page, acceptEncoding?: string, ifNoneMatch?: string): Choice | null {
  const codings = acceptedCodings(acceptEncoding);
  if (ifNoneMatch !== undefined && page.hash !== null) {
    for (const coding of codings) {
      const representation = page[coding];
      if (representation?.etag && namesEntityTag(ifNoneMatch, representation.etag)) {
        return { representation, notModified: true };
      }
    }
  }
  const representation = best(page, codings);
  return representation === undefined ? null : { representation, notModified: false };
}

function best(page: Page, codings: readonly Coding[]): Representation | undefined {
  for (const coding of codings) {
    const representation = page[coding];
    if (representation !== undefined) return representation;
  }
  // A body too small to compress has one form; a client that takes gzip but not identity is better served than refused.
  return codings.length > 0 ? page.identity : undefined;
}
