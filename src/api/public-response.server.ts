import type { Context, MiddlewareHandler, TypedResponse } from 'hono';
import type { CurrentSite } from '#domain/site/site.ts';
import { canonicalKey } from '#http/page-cache/canonical-key.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { PublicationReader } from '#reader/publication.ts';

export interface PublicApiDeps {
  readonly database: Pick<Database, 'db'>;
  readonly pages: Pick<PageCache, 'respond'>;
  readonly site: CurrentSite;
  readonly publications: Pick<PublicationReader, 'latest' | 'newest'>;
  /** The HMAC key from which the pseudonyms of commenters are derived. */
  readonly pseudonymKey: string;
}

/** Any origin can read public responses. They depend on no cookie and no token. */
const CORS_HEADERS = { 'access-control-allow-origin': '*' };

const PREFLIGHT = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'If-None-Match',
  'access-control-max-age': '86400',
};

/** Allows cross-origin GET and HEAD requests. Error responses also get the header; otherwise scripts could not read them. */
export const allowCrossOriginReads: MiddlewareHandler = async (context, next) => {
  const { method } = context.req;
  if (method === 'OPTIONS') return context.body(null, 204, PREFLIGHT);
  await next();
  if (method === 'GET' || method === 'HEAD') context.header('access-control-allow-origin', '*');
  return undefined;
};

/** A body or a redirect, with the cache tags of all data it depends on. */
export type CacheableResult<Body> =
  | { readonly body: Body; readonly tags: readonly string[] }
  | { readonly movedTo: string; readonly tags: readonly string[] };

/**
 * Responds from the page cache. The response is rendered once, has an entity tag, and is stored until a write touches
 * one of its tags. The cache retains `read` to render the response again, so `read` must not refer to the request. A
 * `DomainError` that `read` throws is not stored.
 *
 * @param query the parameters of the canonical URL: every parameter whose value is not the default
 */
export async function respondCached<Body>(
  pages: Pick<PageCache, 'respond'>,
  context: Context,
  query: Readonly<Record<string, string>>,
  read: () => Promise<CacheableResult<Body>>,
): Promise<TypedResponse<Body, 200, 'json'>> {
  const { pathname } = new URL(context.req.url);
  const search = new URLSearchParams(query).toString();
  const key = canonicalKey(pathname, search, Object.keys(query));
  if (key === null) throw new DomainError('not_found');
  let domainError: unknown;
  const response = await pages.respond(key, context.req.raw, async () => {
    try {
      return renderResult(await read());
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      domainError = error;
      return NOT_STORED;
    }
  });
  // Thrown outside of the cache, so that the error handler of the API writes the response.
  if (domainError !== undefined) throw domainError;
  if (response.status === 503) throw new DomainError('unavailable');
  // The body is the JSON of the result of `read`. The cache stores only bytes and has no type for it.
  return response as unknown as TypedResponse<Body, 200, 'json'>;
}

const NOT_STORED: Rendered = { status: 404, headers: { 'cache-control': 'no-store' }, body: '', tags: [] };

function renderResult<Body>(result: CacheableResult<Body>): Rendered {
  const { tags } = result;
  if ('body' in result) {
    const headers = { ...CORS_HEADERS, 'content-type': 'application/json' };
    return { status: 200, headers, body: JSON.stringify(result.body), tags };
  }
  // Clients revalidate each time: if the article gets this slug back, a cached redirect would lead away from it.
  const headers = { ...CORS_HEADERS, location: result.movedTo, 'cache-control': 'no-cache' };
  return { status: 301, headers, body: '', tags };
}
