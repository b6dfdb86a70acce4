import type { MiddlewareHandler } from 'hono';

/** Sets `Cache-Control: no-store` on every response, unless its route has set another value. */
export const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
};
