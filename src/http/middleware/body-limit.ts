import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import { HTTPException } from 'hono/http-exception';
import { limitBodyStalls } from './body-stall-limit.ts';

/** Bytes of forms and of the API's JSON; articles and pictures have limits of their own. */
export const BODY_LIMIT = 256 * 1024;

const limitStalls = limitBodyStalls();

/**
 * Refuses (413) a body larger than `bytes`, counted while it arrives if its length was not declared, and (408) one that
 * stops arriving.
 */
export function limitBody(
  bytes: number = BODY_LIMIT,
  message = 'The request is too large.',
): MiddlewareHandler {
  const limitSize = bodyLimit({
    maxSize: bytes,
    onError: (context) => {
      // what is left of the body is not read, so the connection cannot be used for another request
      context.header('connection', 'close');
      throw new HTTPException(413, { message });
    },
  });
  return every(limitStalls, limitSize);
}
