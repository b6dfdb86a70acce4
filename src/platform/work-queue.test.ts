import { expect, test } from 'vitest';
import { createFairQueue, createWorkQueue, QueueFullError, ShareFullError } from './work-queue.ts';

/** Tasks that finish when `end` is called, and the names of the started ones. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => {
      ends.set(name, resolve);
    });
    return name;
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('a failed task frees its slot', async () => {
  const queue = createWorkQueue({ maxRunning: 1, maxQueued: 1 });
  const failing = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('a task that is aborted in the queue does not run and does not block others', async () => {
  const { begun, work, end } = works();
  const queue = createWorkQueue({ maxRunning: 1, maxQueued: 2 });
  const impatient = new AbortController();
  const first = queue.run(work('a'));
  const second = queue.run(work('b'), impatient.signal);
  const third = queue.run(work('c'));
  impatient.abort(new Error('took too long'));
  await expect(second).rejects.toThrow('took too long');
  await expect(queue.run(work('d'), impatient.signal)).rejects.toThrow('took too long');
  const fourth = queue.run(work('e'));
  end('a');
  await expect.poll(() => begun).toEqual(['a', 'c']);
  end('c');
  await expect.poll(() => begun).toEqual(['a', 'c', 'e']);
  end('e');
  await Promise.all([first, third, fourth]);
});

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
