import { ApiError } from '../../api/api-error.ts';

/** Milliseconds before the second and the third attempt. */
const RETRY_DELAYS_MS = [2_000, 8_000] as const;
/** Upper limit in milliseconds for a delay requested by the server. */
const MAX_DELAY_MS = 30_000;

/**
 * Makes up to three attempts while errors are temporary (`ApiError.isTemporary`). Waits between attempts for the delay
 * from `Retry-After`, up to 30 s. Throws the error of the last attempt, and any other error immediately.
 *
 * @param wait resolves after that many milliseconds
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isTemporary) throw error;
      await wait(Math.min(Math.max(delayMs, (error.retryAfterSeconds ?? 0) * 1000), MAX_DELAY_MS));
    }
  }
  return attempt();
}
