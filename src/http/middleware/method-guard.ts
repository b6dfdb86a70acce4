import type { MiddlewareHandler } from 'hono';

const READING = new Set(['GET', 'HEAD']);

/** For pages that can only be read: anything else is 405 with Allow (RFC 9110 section 15.5.6). */
export function readOnly(): MiddlewareHandler {
  return async (context, next) => {
    if (READING.has(context.req.method)) return next();
    return context.text('This address can only be read.\n', 405, {
      allow: 'GET, HEAD',
      'cache-control': 'no-store',
    });
  };
}
