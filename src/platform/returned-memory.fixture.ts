import { once } from 'node:events';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { returnFreedMemory } from './returned-memory.ts';

/**
 * The median size in bytes of the space for new objects, while objects are created that survive for a moment, like those of a
 * request. Not the largest: V8 exceeds the limit for a moment if its threads wait for a core during a collection.
 */
function newSpaceBytes(): number {
  const recent: object[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < 4_000_000; round += 1) {
    recent[round % 200_000] = { round, next: [round] };
    if (round % 100_000 > 0) continue;
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    sizes.push(space?.space_size ?? 0);
  }
  return sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 2)] ?? 0;
}

/** Prints the options of V8, and the size of the space in this process and in a thread with a limit of its own. */
async function print(): Promise<void> {
  const thread = new Worker(new URL(import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: 8 } });
  const [ofThread] = (await once(thread, 'message')) as [number];
  const printed = {
    options: process.execArgv,
    newSpaceBytes: newSpaceBytes(),
    newSpaceBytesOfThread: ofThread,
  };
  process.stdout.write(JSON.stringify(printed));
}

if (isMainThread) {
  returnFreedMemory();
  await print();
} else parentPort?.postMessage(newSpaceBytes(), []);
