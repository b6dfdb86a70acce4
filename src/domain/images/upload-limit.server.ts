import { DeadlineExceeded, withDeadline } from '#platform/deadline.ts';
import { Refusal } from '#platform/refusal.ts';
import { StoreFailure } from '#platform/storage/store-failure.ts';
import { QueueFull } from '#platform/work-queue.ts';
import { DecoderFailure } from './decoder.server.ts';

/** Milliseconds for everything that is made of one request, waiting for a turn included. */
const UPLOAD_LIMIT_MS = 15_000;

/** A queue empties faster than a store recovers. */
const BUSY_RETRY_SECONDS = 5;
const FAILED_RETRY_SECONDS = 10;

/**
 * Runs work that stores pictures. After 15 s, or when `outer` aborts, it is given up and its signal aborts; a limit
 * inside of another one ends with the first of the two. A failure of the surroundings is refused (`unavailable`) with a
 * sentence for the editor; what happened is its cause, for the log.
 */
export function withinUploadLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  return withDeadline(UPLOAD_LIMIT_MS, work, outer).catch(refuseOutage);
}

function refuseOutage(error: unknown): never {
  if (error instanceof QueueFull)
    throw new Refusal(
      'unavailable',
      'Many images are being uploaded right now. Please try again in a moment.',
      { retryAfterSeconds: BUSY_RETRY_SECONDS },
    );
  const sentence = sentenceFor(error);
  if (sentence === null) throw error;
  throw new Refusal('unavailable', sentence, { retryAfterSeconds: FAILED_RETRY_SECONDS }, { cause: error });
}

function sentenceFor(error: unknown): string | null {
  if (error instanceof StoreFailure) return 'The image could not be stored. Please try again in a moment.';
  if (error instanceof DecoderFailure)
    return 'The image could not be processed. Please try again in a moment.';
  if (error instanceof DeadlineExceeded)
    return 'The image could not be stored in time. Please try again in a moment.';
  return null;
}
