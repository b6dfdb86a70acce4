import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';

const MEGABYTE = 1024 * 1024;
/** Twice what the heaps of either thread need. 200,000 parsed answers take several hundred megabytes. */
const HEAP_MB = 64;

test('the embedded database keeps nothing of 200,000 answered queries', { timeout: 300_000 }, async () => {
  const script = join(packageRoot, 'src/platform/db/embedded-memory.fixture.ts');
  // The limit ends the process when the heap of a thread fills up; growth outside the heaps shows in what it prints.
  const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script]);
  expect(stdout).toMatch(/^-?\d+\n$/);
  expect(Number(stdout)).toBeLessThan(100 * MEGABYTE);
});
