import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts `perSecond` calls a second, whether or not earlier calls have finished, and waits for all. Rejects when one
 * rejects.
 */
export async function runAtRate(
  perSecond: number,
  seconds: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  const start = performance.now();
  const running = new Set<Promise<void>>();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    await delay(Math.max(0, start + (number * 1000) / perSecond - performance.now()));
    const run = work(number).finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
}
