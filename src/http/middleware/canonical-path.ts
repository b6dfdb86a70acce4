import type { MiddlewareHandler } from 'hono';
import { encodePlainPath, isPlainPath } from '#platform/plain-path.ts';
import { PAGE_CACHE_CONTROL } from '../page-cache/page-headers.ts';

/** Where a path without a slash at the end leads that has moved, with the query of the request; null for every other one. */
type FindMovedTo = (path: string, search: string) => Promise<string | null>;

/**
 * Redirects `/articles/` to `/articles` with 308 and keeps the query, so that each page has one address. If that address has moved,
 * the redirect leads to the present one with 301, so that readers follow one. A path with
 * empty or dot segments, encoded slashes or invalid escapes is answered with 400: the site never links to such a path,
 * and normalizing it could be exploited.
 */
export function canonicalPath(findMovedTo: FindMovedTo): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (!isPlainPath(pathname)) {
      return context.text('The address is malformed.\n', 400, { 'cache-control': 'no-store' });
    }
    if (pathname === '/' || !pathname.endsWith('/')) return next();
    const path = pathname.slice(0, -1);
    const encoded = isRead(context.req.method) ? encodePlainPath(path) : null;
    const movedTo = encoded === null ? null : await findMovedTo(encoded, search);
    if (movedTo !== null) {
      context.header('cache-control', PAGE_CACHE_CONTROL);
      return context.redirect(movedTo, 301);
    }
    // isPlainPath has rejected `//host/`, so this cannot redirect to another site.
    return context.redirect(`${path}${search}`, 308);
  };
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
