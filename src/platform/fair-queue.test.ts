import { expect, test } from 'vitest';
import { createFairQueue, ShareFullError } from './fair-queue.ts';
import { QueueFullError } from './work-queue.ts';

/** Starts tasks that end on request, and records the order in which they begin. */
function startTasks(queue: ReturnType<typeof createFairQueue>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (key: string, signal?: AbortSignal) =>
    queue.run(
      key,
      () => {
        begun.push(key);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      signal,
    );
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, endNext };
}

test('keys take turns, whatever each of them has queued', async () => {
  const { begun, start, endNext } = startTasks(
    createFairQueue({ maxRunning: 1, maxQueued: 10, maxQueuedPerKey: 5 }),
  );
  const all = ['a', 'a', 'a', 'b', 'c', 'b'].map((key) => start(key));
  for (let count = 0; count < all.length; count++) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('one key cannot fill the queue, and a task that is given up leaves its place', async () => {
  const { begun, start, endNext } = startTasks(
    createFairQueue({ maxRunning: 1, maxQueued: 3, maxQueuedPerKey: 2 }),
  );
  const aborting = new AbortController();
  const running = start('a');
  const first = start('a', aborting.signal);
  const second = start('a');
  await expect(start('a')).rejects.toThrow(ShareFullError);
  const other = start('b');
  await expect(start('c')).rejects.toThrow(QueueFullError);
  aborting.abort(new Error('given up'));
  await expect(first).rejects.toThrow('given up');
  const last = start('c');
  for (let count = 0; count < 4; count++) await endNext();
  await Promise.all([running, second, other, last]);
  expect(begun).toEqual(['a', 'a', 'b', 'c']);
});
