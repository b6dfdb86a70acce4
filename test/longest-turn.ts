import { setImmediate } from 'node:timers/promises';

/**
 * The longest processor time, in milliseconds, for which this thread lets no other request begin while `work` runs. Processor time
 * instead of time, so that a busy machine measures the same.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const ended = new AbortController();
  const watch = async () => {
    while (!ended.signal.aborted) {
      const before = process.threadCpuUsage();
      await setImmediate();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  const watching = watch();
  await setImmediate();
  try {
    await work();
  } finally {
    ended.abort();
  }
  await watching;
  return longest;
}

/**
 * How often a measurement above its budget is repeated. The other programs of a busy machine, which share a core with this one, make
 * the same work take up to twice the processor time for a second or two.
 */
export const ATTEMPTS = 20;

/** The minimum of several attempts, which leaves the first compilation and the garbage of others out. Stops below `budget`. */
export async function leastLongestTurn(budget: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least > budget; attempt += 1)
    least = Math.min(least, await longestTurn(work));
  return least;
}
