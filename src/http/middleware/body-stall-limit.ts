import type { MiddlewareHandler } from 'hono';
import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { BodyShare } from './body-memory.ts';

/** Milliseconds between two chunks of a body. The web server limits the total time of a request. */
const BODY_STALL_LIMIT_MS = 15_000;

/** Bytes of a body that are read and discarded if the handler did not want them: twice the largest body that any route accepts. */
const DISCARDED_BODY_LIMIT = 64 * 1024 * 1024;
/** The same for a body without declared length, which may have no end. */
const DISCARDED_UNDECLARED_LIMIT = 256 * 1024;

/**
 * Rejects a request whose body stops arriving (`request_timeout`) or is cut off (`invalid`), even when the handler
 * turned the failure into another response: a JSON parser, for example, reports it as malformed.
 *
 * Reads what the handler left of the body before the response is sent. Closing a connection with unread bytes resets it, and
 * a client that is still sending would never see why its request was refused.
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
      // The connection of a body that was not read to its end cannot be reused.
      if (domainError !== undefined || !(await discardRest(reader, limitMs, declaredLength(raw))))
        context.header('connection', 'close');
    }
    if (domainError === undefined) return undefined;
    throw domainError;
  };
}

const UNLIMITED = (): BodyShare => ({ add: () => true, release: () => undefined });

function declaredLength({ headers }: Request): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

/**
 * Reads for twice as long as the body may pause. Returns whether it was read to its end. One that is declared to be longer than the
 * limit is not read at all.
 */
async function discardRest(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limitMs: number,
  declared: number | null,
): Promise<boolean> {
  if (declared !== null && declared > DISCARDED_BODY_LIMIT) return false;
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
      // The rest is discarded when the response is known.
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
