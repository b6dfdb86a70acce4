import type { MiddlewareHandler } from 'hono';

/** Nobody keeps an answer of the API, unless its route says otherwise. */
export const keepNothing: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
};
