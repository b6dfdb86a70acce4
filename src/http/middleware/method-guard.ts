import type { MiddlewareHandler } from 'hono';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Allows GET and HEAD only; any other method is answered with 405 and Allow (RFC 9110 section 15.5.6). */
export function readOnly(): MiddlewareHandler {
  return async (context, next) => {
    if (SAFE_METHODS.has(context.req.method)) return next();
    return context.text('Only GET and HEAD are allowed here.\n', 405, {
      allow: 'GET, HEAD',
      'cache-control': 'no-store',
    });
  };
}
