/** Milliseconds, except `maxConflicts`. The server accepts five autosaves of an article in ten seconds. */
export const AUTOSAVE_TIMES = {
  /** After the last change. */
  pause: 3_000,
  /** After the first change that is not sent, if changes continue. */
  maxDelay: 8_000,
  /** Between two autosaves. */
  minInterval: 4_000,
  /** After which an autosave is tried again that another one prevents. */
  blockedRetry: 20_000,
  /** Changes of the state on the server that are followed within one autosave. */
  maxConflicts: 2,
} as const;

const MIN_RETRY_MS = 4_000;
const MAX_RETRY_MS = 60_000;

/** The delay before a failed autosave is tried again. @param attempt from 0 */
export const retryDelay = (attempt: number) => Math.min(MIN_RETRY_MS * 2 ** attempt, MAX_RETRY_MS);

interface Moments {
  readonly now: number;
  readonly firstChangeAt: number;
  readonly lastSentAt: number;
  readonly retryAt: number;
}

/** When the next autosave is sent, in milliseconds since 1970. Called after every change. */
export function nextAttempt({ now, firstChangeAt, lastSentAt, retryAt }: Moments): number {
  const { pause, maxDelay, minInterval } = AUTOSAVE_TIMES;
  return Math.max(now, Math.min(now + pause, firstChangeAt + maxDelay), lastSentAt + minInterval, retryAt);
}
