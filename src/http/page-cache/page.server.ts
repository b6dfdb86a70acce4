import { hash } from 'node:crypto';
import type { ViewedPage } from '#domain/statistics/viewed-page.ts';
import { isCompressible } from './compression.server.ts';
import { toGzip } from './gzip.server.ts';
import type { Rendered, Render } from './rendered.ts';
import { type Representations, type Representation, representationOf } from './representation.server.ts';

/**
 * `fresh`: its content has not changed. `revalidating`: its content has changed, a re-render is queued or running, and
 * this page is served in the meantime. `expired`: the next reader waits for a render and gets this page only if that
 * fails.
 */
export type PageState = 'fresh' | 'revalidating' | 'expired';

/** A rendered page with its representations. Only its state, its counters and its compressed representations change. */
export interface Page extends Representations {
  readonly key: string;
  readonly status: number;
  readonly tags: readonly string[];
  /** Header fields that all representations share. */
  readonly headers: Readonly<Record<string, string>>;
  gzip: Representation | undefined;
  br: Representation | undefined;
  readonly render: Render;
  /** What a view of the page is counted for; null for what is not counted. */
  readonly viewedPage: ViewedPage | null;
  state: PageState;
  /**
   * Until then an expired page is served without another attempt, because the last render failed. Milliseconds since
   * 1970.
   */
  serveStaleUntil: number;
  /** Requests since the last update of the read score, and the decaying sum of earlier requests. */
  hits: number;
  readScore: number;
  /** The store's `tick` when the page was last read. */
  lastUsed: number;
}

/** Turns a rendered response into a page that can be stored and sent: hashes and compresses its body. */
export async function createPage(
  key: string,
  rendered: Rendered,
  headers: Readonly<Record<string, string>>,
  render: Render,
): Promise<Page> {
  const body = typeof rendered.body === 'string' ? Buffer.from(rendered.body) : Buffer.from(rendered.body);
  const digest = rendered.status === 200 ? hash('sha256', body, 'base64url').slice(0, 22) : null;
  const identity = representationOf(rendered.status, 'identity', body, digest, headers);
  const compressed = isCompressible(headers['content-type'] ?? '', body.byteLength)
    ? await toGzip(body)
    : null;
  return {
    key,
    status: rendered.status,
    tags: rendered.tags,
    headers,
    hash: digest,
    identity,
    gzip:
      compressed === null
        ? undefined
        : representationOf(rendered.status, 'gzip', compressed, digest, headers),
    br: undefined,
    render,
    viewedPage: rendered.viewedPage ?? null,
    state: 'fresh',
    serveStaleUntil: 0,
    hits: 0,
    readScore: 0,
    lastUsed: 0,
  };
}
