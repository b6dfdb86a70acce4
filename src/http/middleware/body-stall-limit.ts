import type { MiddlewareHandler } from 'hono';
import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { BodyShare } from './body-memory.ts';

/** Milliseconds between two chunks of a body. The web server limits the total time of a request. */
export const BODY_STALL_LIMIT_MS = 15_000;

/**
 * Rejects a request whose body stops arriving (`request_timeout`) or is cut off (`invalid`), even when the handler
 * turned the failure into another response: a JSON parser, for example, reports it as malformed.
 *
 * @param shareOfMemory Counts the bytes of a body; without memory for it, the request is refused (`unavailable`).
 */
export function limitBodyStalls(
  limitMs = BODY_STALL_LIMIT_MS,
  shareOfMemory: () => BodyShare = UNLIMITED,
): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req;
    if (raw.body === null) return next();
    let domainError: DomainError | undefined;
    const reader = raw.body.getReader();
    const share = shareOfMemory();
    const read = async () => {
      const result = await withDeadline(limitMs, () => reader.read());
      if (result.done || share.add(result.value.length)) return result;
      throw new DomainError('unavailable');
    };
    const body = streamOf(reader, read, (failure) => (domainError = failure));
    // Required for a streamed body; the DOM types do not have it.
    const half = { duplex: 'half' };
    context.req.raw = new Request(raw, { body, ...half });
    try {
      await next();
    } catch (error) {
      if (domainError === undefined) throw error;
    } finally {
      share.release();
      // `discardUnreadBody` reads what the handler left of it.
      if (domainError === undefined) reader.releaseLock();
      // The connection of a body that was not read to its end cannot be reused.
      else context.header('connection', 'close');
    }
    if (domainError === undefined) return undefined;
    throw domainError;
  };
}

const UNLIMITED = (): BodyShare => ({ add: () => true, release: () => undefined });

function streamOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  read: () => Promise<ReadableStreamReadResult<Uint8Array>>,
  onFailure: (domainError: DomainError) => DomainError,
): ReadableStream<Uint8Array> {
  let isCanceled = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await read();
          // A consumer that cancels wants neither the chunk nor the failure that it was waiting for.
          if (isCanceled) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          if (isCanceled) return;
          const domainError = onFailure(toDomainError(cause));
          controller.error(domainError);
          void reader.cancel(domainError).catch(() => undefined);
        }
      },
      // `discardUnreadBody` reads the rest when the response is known.
      cancel: () => void (isCanceled = true),
    },
    { highWaterMark: 0 },
  );
}

function toDomainError(cause: unknown): DomainError {
  if (cause instanceof DomainError) return cause;
  if (cause instanceof DeadlineExceededError) return new DomainError('request_timeout');
  return new DomainError('invalid', 'The request ended before it was complete.', {}, { cause });
}
