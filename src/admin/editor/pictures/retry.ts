import { ApiError } from '../../api/api-error.ts';

/** Milliseconds before each further attempt. */
const PAUSES = [2_000, 8_000] as const;
/** Milliseconds; a server that asks for more patience is not waited for any longer. */
const LONGEST_PAUSE = 30_000;

/**
 * Makes up to three attempts while the line or the server is at fault, with a pause between them: as long as the server
 * asks for, within 30 s. Throws what the last attempt threw, and any other error at once.
 *
 * @param wait resolves after that many milliseconds
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isTemporary) throw error;
      await wait(Math.min(Math.max(pause, (error.retryAfterSeconds ?? 0) * 1000), LONGEST_PAUSE));
    }
  }
  return attempt();
}
