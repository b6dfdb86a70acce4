import type { MiddlewareHandler } from 'hono';
import { isPlainPath } from '#platform/plain-path.ts';

/**
 * Redirects `/articles/` to `/articles` with 308 and keeps the query, so that each page has one address. A path with
 * empty or dot segments, encoded slashes or invalid escapes is answered with 400: the site never links to such a path,
 * and normalizing it could be exploited.
 */
export function canonicalPath(): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (!isPlainPath(pathname)) {
      return context.text('The address is malformed.\n', 400, { 'cache-control': 'no-store' });
    }
    if (pathname === '/' || !pathname.endsWith('/')) return next();
    // isPlainPath has rejected `//host/`, so this cannot redirect to another site.
    return context.redirect(`${pathname.slice(0, -1)}${search}`, 308);
  };
}
