import { hash } from 'node:crypto';
import { isCompressible, toGzip } from './compression.server.ts';
import type { Rendered, Render } from './rendered.ts';
import type { Forms, Representation } from './representation.server.ts';
import { representationOf } from './representation.server.ts';

/**
 * `fresh`: nothing it shows has changed. `renewing`: something has, a new one is being made, this one serves meanwhile.
 * `outdated`: the next reader waits for a new one, and gets this one only if that fails.
 */
export type PageState = 'fresh' | 'renewing' | 'outdated';

/** A rendered page in all its forms. Only its state and its counters ever change. */
export interface Page extends Forms {
  readonly key: string;
  readonly status: number;
  readonly tags: readonly string[];
  /** What all forms have in common. */
  readonly headers: Readonly<Record<string, string>>;
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

/** Renders nothing: turns what was rendered into something to keep or to send. */
export async function makePage(
  key: string,
  rendered: Rendered,
  headers: Readonly<Record<string, string>>,
  render: Render,
): Promise<Page> {
  const body = typeof rendered.body === 'string' ? Buffer.from(rendered.body) : Buffer.from(rendered.body);
  const digest = rendered.status === 200 ? hash('sha256', body, 'base64url').slice(0, 22) : null;
  const identity = representationOf(rendered.status, 'identity', body, digest, headers);
  const small = isCompressible(headers['content-type'] ?? '', body.byteLength) ? await toGzip(body) : null;
  return {
    key,
    status: rendered.status,
    tags: rendered.tags,
    headers,
    hash: digest,
    identity,
    gzip: small === null ? undefined : representationOf(rendered.status, 'gzip', small, digest, headers),
    br: undefined,
    render,
    state: 'fresh',
    excusedUntil: 0,
    hits: 0,
    heat: 0,
    lastUsed: 0,
  };
}
