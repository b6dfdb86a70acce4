import type { MiddlewareHandler } from 'hono';
import type { HeaderSet } from './header-set.ts';

/** Puts the header set on every answer. A field the handler has set already is left alone. */
export function securityHeaders(headersFor: HeaderSet): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    const missing = Object.entries(headersFor(headers.get('content-type') ?? '')).filter(
      ([name]) => !headers.has(name),
    );
    for (const [name, value] of missing) context.header(name, value);
  };
}
