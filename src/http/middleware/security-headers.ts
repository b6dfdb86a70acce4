import type { MiddlewareHandler } from 'hono';
import type { HeaderSet } from './header-set.ts';

/** Adds the header set to every response. Fields that the handler has set are not changed. */
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
