import type { MiddlewareHandler } from 'hono';
import { withDeadline } from '#platform/deadline.ts';
import { BODY_STALL_LIMIT_MS } from './body-stall-limit.ts';

/** Bytes that are read and discarded: twice the largest body that any route accepts. */
const DISCARDED_BODY_LIMIT = 64 * 1024 * 1024;
/** The same for a body without declared length, which may have no end. */
const DISCARDED_UNDECLARED_LIMIT = 256 * 1024;

/**
 * Reads what nobody has read of a body before the response is sent: without a session, for example, or with a method that
 * the address does not have. Closing a connection with unread bytes resets it, and a client that is still sending would
 * never see why its request was refused. If the rest is too long or too slow, the connection is closed after the response.
 *
 * @param limitMs milliseconds between two chunks; the body may take twice as long
 */
export function discardUnreadBody(limitMs = BODY_STALL_LIMIT_MS): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req;
    if (raw.method === 'GET' || raw.method === 'HEAD') return next();
    await next();
    // `limitBodyStalls` has kept the lock of a body that failed.
    if (raw.body === null || raw.body.locked) return undefined;
    // The connection of a body that was not read to its end cannot be reused.
    if (!(await discardRest(raw.body, limitMs, declaredLength(raw)))) context.header('connection', 'close');
    return undefined;
  };
}

function declaredLength({ headers }: Request): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

/** Returns whether the body was read to its end. One that is declared to be longer than the limit is not read at all. */
async function discardRest(
  body: ReadableStream<Uint8Array>,
  limitMs: number,
  declared: number | null,
): Promise<boolean> {
  if (declared !== null && declared > DISCARDED_BODY_LIMIT) return false;
  const reader = body.getReader();
  const end = performance.now() + 2 * limitMs;
  let left = declared === null ? DISCARDED_UNDECLARED_LIMIT : DISCARDED_BODY_LIMIT;
  try {
    while (left > 0 && performance.now() < end) {
      const { done, value } = await withDeadline(limitMs, () => reader.read());
      if (done) return true;
      left -= value.length;
    }
  } catch {
    // The client ended the connection or sends nothing more: nobody waits for the response any more.
  }
  return false;
}
