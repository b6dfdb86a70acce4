import { getHeapSpaceStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { releaseMemory } from './release-memory.server.ts';

const newSpaceBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/** Keeps objects alive until V8 has grown the space of new objects. */
function growNewSpace(): void {
  let live: object[] = [];
  for (let index = 0; index < 3_000_000; index += 1) {
    live.push({ index });
    if (live.length === 200_000) live = [];
  }
}

test('shrinks the heap to what is in use, and leaves `gc` undefined', () => {
  growNewSpace();
  expect(newSpaceBytes()).toBeGreaterThan(8_000_000);
  releaseMemory();
  expect(newSpaceBytes()).toBeLessThan(4_000_000);
  expect(runInNewContext('typeof gc')).toBe('undefined');
});
