import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { DomainError } from '#platform/domain-error.ts';
import { StorageError } from '#platform/storage/storage-error.ts';
import { QueueFullError } from '#platform/work-queue.ts';
import { DecoderError } from './decoder.server.ts';

/** Limit of an upload, time in queues included. Shorter than the minute for which most proxies wait for a response. */
export const UPLOAD_TIMEOUT_MS = 50_000;

/** Limit of all pictures of another request, time in queues included. The newsroom waits 30 s for a response. */
const REQUEST_TIMEOUT_MS = 25_000;

/** Seconds for `Retry-After`. A queue empties faster than the storage or the decoder recovers. */
const BUSY_RETRY_SECONDS = 5;
const FAILED_RETRY_SECONDS = 10;

/**
 * Runs work that stores pictures, with a deadline in milliseconds. At the deadline, or when `outer` aborts, the signal of
 * the work aborts; of nested deadlines the earlier one applies. Converts failures of the queue, storage and decoder to
 * `unavailable`, with a message for the editor and the original error as `cause` for the log.
 */
export function withUploadDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  {
    timeoutMs = REQUEST_TIMEOUT_MS,
    outer,
  }: { readonly timeoutMs?: number; readonly outer?: AbortSignal | undefined } = {},
): Promise<T> {
  return withDeadline(timeoutMs, work, outer).catch(toUnavailable);
}

function toUnavailable(error: unknown): never {
  if (error instanceof QueueFullError)
    throw new DomainError(
      'unavailable',
      'Many images are being uploaded right now. Please try again in a moment.',
      { retryAfterSeconds: BUSY_RETRY_SECONDS },
    );
  const message = messageFor(error);
  if (message === null) throw error;
  throw new DomainError(
    'unavailable',
    message,
    { retryAfterSeconds: FAILED_RETRY_SECONDS },
    { cause: error },
  );
}

function messageFor(error: unknown): string | null {
  if (error instanceof StorageError) return 'The image could not be stored. Please try again in a moment.';
  if (error instanceof DecoderError) return 'The image could not be processed. Please try again in a moment.';
  if (error instanceof DeadlineExceededError)
    return 'The image could not be stored in time. Please try again in a moment.';
  return null;
}
