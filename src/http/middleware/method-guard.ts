import type { MiddlewareHandler } from 'hono';
import type { AllowedMethods } from '../allowed-methods.ts';

const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * Allows GET and HEAD only; any other method is answered with 405 and Allow (RFC 9110 section 15.5.6).
 *
 * @param earlier the methods of the routes before this guard
 */
export function readOnly(earlier: AllowedMethods): MiddlewareHandler {
  return async (context, next) => {
    if (SAFE_METHODS.includes(context.req.method)) return next();
    const allowed = [...new Set([...SAFE_METHODS, ...earlier(context.req.path)])].join(', ');
    return context.text(`Allowed here: ${allowed}.\n`, 405, { allow: allowed, 'cache-control': 'no-store' });
  };
}
