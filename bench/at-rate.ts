import { setTimeout as delay } from 'node:timers/promises';

/** Begins so many a second, however long each takes, and waits for the last. Rejects when one of them does. */
export async function atRate(
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
