import { DeadlineExceededError, withDeadline } from '#platform/deadline.ts';
import { DomainError } from '#platform/domain-error.ts';
import { StorageError } from '#platform/storage/storage-error.ts';
import { QueueFullError } from '#platform/work-queue.ts';
import { DecoderError } from './decoder.server.ts';

/** Limit of all pictures of one request, time in queues included. */
const UPLOAD_TIMEOUT_MS = 15_000;

/** Seconds for `Retry-After`. A queue empties faster than the storage or the decoder recovers. */
const BUSY_RETRY_SECONDS = 5;
const FAILED_RETRY_SECONDS = 10;

/**
 * Runs work that stores pictures, with a deadline of 15 s. At the deadline, or when `outer` aborts, the signal of the
 * work aborts; of nested deadlines the earlier one applies. Converts failures of the queue, storage and decoder to
 * `unavailable`, with a message for the editor and the original error as `cause` for the log.
 */
export function withUploadDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  return withDeadline(UPLOAD_TIMEOUT_MS, work, outer).catch(toUnavailable);
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
