import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import { HTTPException } from 'hono/http-exception';
import { bodyMemory } from './body-memory.ts';
import { limitBodyStalls } from './body-stall-limit.ts';

/** Bytes, for forms and the JSON of the API. Articles and images have their own limits. */
export const BODY_LIMIT = 256 * 1024;

const limitStalls = limitBodyStalls();
/** For requests of anybody. Larger ones need an account with a role. */
const limitStallsAndMemory = limitBodyStalls(undefined, bodyMemory());

/**
 * Rejects a body larger than `bytes` with 413, also when its length was not declared, and a body that stops arriving
 * with 408.
 */
export function limitBody(
  bytes: number = BODY_LIMIT,
  message = 'The request is too large.',
): MiddlewareHandler {
  const limitSize = bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new HTTPException(413, { message });
    },
  });
  return every(bytes > BODY_LIMIT ? limitStalls : limitStallsAndMemory, limitSize);
}
