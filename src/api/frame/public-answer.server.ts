import type { Context, MiddlewareHandler, TypedResponse } from 'hono';
import type { Site } from '#domain/site/site.ts';
import { canonicalKey } from '#http/page-cache/canonical-key.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';

export interface PublicParts {
  readonly database: Pick<Database, 'db'>;
  readonly pages: Pick<PageCache, 'respond'>;
  readonly site: Site;
  /** Key of the pseudonyms under which commenters appear. */
  readonly pseudonymKey: string;
}

/** Any site may read what anybody may read; no cookie and no token comes into it. */
const OPEN = { 'access-control-allow-origin': '*' };

const PREFLIGHT = {
  ...OPEN,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'If-None-Match',
  'access-control-max-age': '86400',
};

/** Lets pages of other sites read, and only read: also refusals, which they could not tell from a broken line else. */
export const openForReading: MiddlewareHandler = async (context, next) => {
  const { method } = context.req;
  if (method === 'OPTIONS') return context.body(null, 204, PREFLIGHT);
  await next();
  if (method === 'GET' || method === 'HEAD') context.header('access-control-allow-origin', '*');
  return undefined;
};

/** What can be read, with the tags of all it tells, as a page has them; or where it is now. */
export type Readable<Body> =
  | { readonly body: Body; readonly tags: readonly string[] }
  | { readonly movedTo: string; readonly tags: readonly string[] };

/**
 * Answers from the page cache: made once, kept until a write touches one of its tags, with an entity tag. `read` is kept
 * to make it again, so it closes over values and not over the request; what it refuses is answered and not kept.
 *
 * @param query of the canonical address, every name with a value that is not the default
 */
export async function answerPublic<Body>(
  pages: Pick<PageCache, 'respond'>,
  context: Context,
  query: Readonly<Record<string, string>>,
  read: () => Promise<Readable<Body>>,
): Promise<TypedResponse<Body, 200, 'json'>> {
  const { pathname } = new URL(context.req.url);
  const search = new URLSearchParams(query).toString();
  const key = canonicalKey(pathname, search, Object.keys(query));
  if (key === null) throw new Refusal('not_found');
  let refusal: unknown;
  const response = await pages.respond(key, context.req.raw, async () => {
    try {
      return rendered(await read());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
      return NOT_KEPT;
    }
  });
  // Thrown here, so that it is put into words where all refusals are.
  if (refusal !== undefined) throw refusal;
  if (response.status === 503) throw new Refusal('unavailable');
  // The body is the JSON of what `read` returned, which the cache knows only as bytes.
  return response as unknown as TypedResponse<Body, 200, 'json'>;
}

const NOT_KEPT: Rendered = { status: 404, headers: { 'cache-control': 'no-store' }, body: '', tags: [] };

function rendered<Body>(readable: Readable<Body>): Rendered {
  const { tags } = readable;
  if ('body' in readable) {
    const headers = { ...OPEN, 'content-type': 'application/json' };
    return { status: 200, headers, body: JSON.stringify(readable.body), tags };
  }
  // Asked again each time: an address given back to the article must not lead away from it out of somebody's memory.
  const headers = { ...OPEN, location: readable.movedTo, 'cache-control': 'no-cache' };
  return { status: 301, headers, body: '', tags };
}
