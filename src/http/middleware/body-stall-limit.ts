import type { MiddlewareHandler } from 'hono';
import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { DomainError } from '#platform/domain-error.ts';

/** Milliseconds between two chunks of a body. The web server limits the total time of a request. */
const BODY_STALL_LIMIT_MS = 15_000;

/**
 * Rejects a request whose body stops arriving (`request_timeout`) or is cut off (`invalid`), even when the handler
 * turned the failure into another response: a JSON parser, for example, reports it as malformed.
 */
export function limitBodyStalls(limitMs = BODY_STALL_LIMIT_MS): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req;
    if (raw.body === null) return next();
    let domainError: DomainError | undefined;
    const body = withStallTimeout(raw.body, limitMs, (failure) => (domainError = failure));
    // Required for a streamed body; the DOM types do not have it.
    const half = { duplex: 'half' };
    context.req.raw = new Request(raw, { body, ...half });
    try {
      await next();
    } catch (error) {
      if (domainError === undefined) throw error;
    }
    if (domainError === undefined) return undefined;
    // The rest of the body is not read, so the connection cannot be reused.
    context.header('connection', 'close');
    throw domainError;
  };
}

function withStallTimeout(
  body: ReadableStream<Uint8Array>,
  limitMs: number,
  onFailure: (domainError: DomainError) => DomainError,
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
          const domainError = onFailure(toDomainError(cause));
          controller.error(domainError);
          void reader.cancel(domainError).catch(() => undefined);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function toDomainError(cause: unknown): DomainError {
  if (cause instanceof DeadlineExceededError) return new DomainError('request_timeout');
  return new DomainError('invalid', 'The request ended before it was complete.', {}, { cause });
}
