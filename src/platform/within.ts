import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects with `message` when `work` has not settled after `limitMs`. The work itself is not stopped. */
export async function within<T>(limitMs: number, work: Promise<T>, message: string): Promise<T> {
  const timer = new AbortController();
  const late = sleep(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(message);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
    work.catch(() => {});
  }
}
