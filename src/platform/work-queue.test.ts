import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

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
