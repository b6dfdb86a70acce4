import type { RateLimit } from './rate-limit.server.ts';

/** Names that are counted at once. */
const MAX_NAMES = 20_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

export type MemoryLimit = Pick<RateLimit, 'consume' | 'peek'>;

/**
 * Counts attempts in the memory of this process, for what must be refused without a query. Several processes allow several times
 * the limit. Beyond `MAX_NAMES` names in their windows, the oldest window is forgotten.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createMemoryLimit(now = () => performance.now()): MemoryLimit {
  /** In the order in which the windows began. */
  const windows = new Map<string, Window>();

  function windowOf(name: string, windowSeconds: number): Window {
    const known = windows.get(name);
    if (known !== undefined && known.endsAt > now()) return known;
    windows.delete(name);
    const [oldest] = windows.keys();
    if (windows.size >= MAX_NAMES && oldest !== undefined) windows.delete(oldest);
    const begun = { endsAt: now() + windowSeconds * 1000, count: 0 };
    windows.set(name, begun);
    return begun;
  }

  const secondsUntil = (endsAt: number) => Math.max(1, Math.ceil((endsAt - now()) / 1000));

  return {
    // oxlint-disable-next-line require-await
    async consume(name, { limit, windowSeconds }) {
      const window = windowOf(name, windowSeconds);
      window.count += 1;
      return { allowed: window.count <= limit, retryAfterSeconds: secondsUntil(window.endsAt) };
    },
    // oxlint-disable-next-line require-await
    async peek(name, { limit }) {
      const window = windows.get(name);
      const isFull = window !== undefined && window.endsAt > now() && window.count >= limit;
      return { allowed: !isFull, retryAfterSeconds: secondsUntil(window?.endsAt ?? now()) };
    },
  };
}
