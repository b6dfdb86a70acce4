/**
 * Seconds before each further request, as Standard Webhooks recommends: ten requests within three days and four hours.
 */
const DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** A part of the delay, so that deliveries that failed together are not repeated together. */
const MAX_JITTER = 0.1;

/** Milliseconds until the next request after `attempts` failed ones; null if it was the last. */
export function retryDelayMs(attempts: number): number | null {
  const seconds = DELAYS_SECONDS[attempts - 1];
  return seconds === undefined ? null : seconds * 1000 * (1 + Math.random() * MAX_JITTER);
}
