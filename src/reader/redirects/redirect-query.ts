import type { MiddlewareHandler } from 'hono';
import type { RedirectDirectory } from '#domain/redirects/directory.server.ts';
import type { SiteAddresses } from '#domain/redirects/site-addresses.ts';
import { encodePlainPath } from '#platform/plain-path.ts';
import { findProbe, type ProbeEnv } from './address-probe.ts';
import { findLocationOfQuery } from './final-location.ts';
import { redirectResponse } from './redirect-response.ts';

interface RedirectOptions {
  readonly redirects: RedirectDirectory;
  readonly addresses: SiteAddresses;
}

/**
 * Redirects requests with the query of a redirect, also where the site has a page: `/?p=123` is the home page without one. A request
 * without a query costs nothing. The page cache answers only queries that select another page, which no redirect can have.
 */
export function redirectQuery(options: RedirectOptions): MiddlewareHandler<ProbeEnv> {
  return async (context, next) => {
    if (!context.req.url.includes('?') || findProbe(context.env) !== undefined) return next();
    const { pathname, search } = new URL(context.req.url);
    const path = encodePlainPath(pathname);
    const location = path === null ? null : await findLocationOfQuery(options, path, search);
    return location === null ? next() : redirectResponse(location);
  };
}
