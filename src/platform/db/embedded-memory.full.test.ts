import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { endurance } from '../../../test/full.ts';
import { openDatabase } from './open-database.server.ts';

const MEGABYTE = 1024 * 1024;
/** Twice what the heap of each thread needs. 80,000 parsed responses, which PGlite once stored, take 240 megabytes. */
const HEAP_MB = 64;
const QUERIES = endurance('MEMORY_QUERIES', { usual: 80_000, full: 200_000 });

test('the embedded database does not leak memory over many queries', async () => {
  const script = join(packageRoot, 'src/platform/db/embedded-memory.fixture.ts');
  // The limit ends the process when the heap of a thread fills up; growth outside the heaps is printed.
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${HEAP_MB}`,
    script,
    String(QUERIES),
  ]);
  expect(stdout).toMatch(/^-?\d+\n$/);
  expect(Number(stdout)).toBeLessThan(100 * MEGABYTE);
});

/** Without a limit of its young generation it is 47 to 85 megabytes on a machine with much memory. */
const WORKER_HEAP_MB = 40;

test('the heap of the worker stays small under load', async () => {
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const database = await openDatabase({ memory: true });
  try {
    const worker = await started;
    const rows = `select repeat('row', 100) from generate_series(1, 200)`;
    const sizes: number[] = [];
    for (let round = 1; round <= 200; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => database.maintain((client) => client.query(rows))));
      // Not in the first half, in which the heap grows.
      if (round > 100 && round % 10 === 0) sizes.push((await worker.getHeapStatistics()).total_heap_size);
    }
    // The median: V8 exceeds the limit for a moment if its threads wait for a core during a collection.
    const median = sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 2)];
    expect(median).toBeGreaterThan(0);
    expect(median).toBeLessThan(WORKER_HEAP_MB * MEGABYTE);
  } finally {
    await database.close();
  }
});
