import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects with `message` when `work` has not settled after `limitMs`. Does not stop the work. */
export async function withTimeout<T>(limitMs: number, work: Promise<T>, message: string): Promise<T> {
  const timer = new AbortController();
  const timeout = sleep(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(message);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => {});
    work.catch(() => {});
  }
}
