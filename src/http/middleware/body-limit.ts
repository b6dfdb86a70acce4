import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Forms and JSON of the API. An article with its HTML fits many times; pictures have their own limit. */
export const BODY_LIMIT = 2 * 1024 * 1024;

/** Answers 413 to a body larger than `bytes`, counted while it arrives if its length was not declared. */
export function limitBody(bytes: number = BODY_LIMIT): MiddlewareHandler {
  return bodyLimit({
    maxSize: bytes,
    onError: (context) =>
      context.text('The request is too large.\n', 413, { 'cache-control': 'no-store', connection: 'close' }),
  });
}
