import type { MiddlewareHandler } from 'hono';
import { DeadlineExceeded, withDeadline } from '#platform/deadline.ts';
import { Refusal } from '#platform/refusal.ts';

/** Milliseconds a body may pause. How long it may take as a whole, the web server limits. */
export const BODY_STALL_LIMIT_MS = 15_000;

/**
 * Refuses a request whose body stops arriving (`request_timeout`) or breaks off (`invalid`), whatever reads the body and
 * whatever that makes of the failure: a parser of JSON would call it malformed.
 */
export function limitBodyStalls(limitMs = BODY_STALL_LIMIT_MS): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req;
    if (raw.body === null) return next();
    let refusal: Refusal | undefined;
    const body = watched(raw.body, limitMs, (failure) => (refusal = failure));
    // needed for a streamed body, and unknown to the DOM's types
    const half = { duplex: 'half' };
    context.req.raw = new Request(raw, { body, ...half });
    try {
      await next();
    } catch (error) {
      if (refusal === undefined) throw error;
    }
    if (refusal === undefined) return undefined;
    // The rest of the body is not read, so the connection cannot be used for another request.
    context.header('connection', 'close');
    throw refusal;
  };
}

function watched(
  body: ReadableStream<Uint8Array>,
  limitMs: number,
  onFailure: (refusal: Refusal) => Refusal,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await withDeadline(limitMs, () => reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          const refusal = onFailure(refusalFor(cause));
          controller.error(refusal);
          void reader.cancel(refusal).catch(() => undefined);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function refusalFor(cause: unknown): Refusal {
  if (cause instanceof DeadlineExceeded) return new Refusal('request_timeout');
  return new Refusal('invalid', 'The request broke off before it was complete.', {}, { cause });
}
