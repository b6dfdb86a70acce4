import type { MiddlewareHandler } from 'hono';
import { isPlainPath } from '../page-cache/canonical-key.ts';

/**
 * One address for one page: 308 from `/articles/` to `/articles`, the query kept. A path with empty or dot segments,
 * encoded slashes or broken escapes is 400: nothing of ours links to it, and guessing what is meant invites mischief.
 */
export function canonicalPath(): MiddlewareHandler {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (!isPlainPath(pathname)) {
      return context.text('This address is malformed.\n', 400, { 'cache-control': 'no-store' });
    }
    if (pathname === '/' || !pathname.endsWith('/')) return next();
    // isPlainPath has ruled out `//host/`, so this cannot lead to another site
    return context.redirect(`${pathname.slice(0, -1)}${search}`, 308);
  };
}
