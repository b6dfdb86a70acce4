import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';

const MEGABYTE = 1024 * 1024;
/** Twice what the heap of each thread needs. 200,000 parsed responses take several hundred megabytes. */
const HEAP_MB = 64;

test('the embedded database does not leak memory over 200,000 queries', { timeout: 300_000 }, async () => {
  const script = join(packageRoot, 'src/platform/db/embedded-memory.fixture.ts');
  // The limit ends the process when the heap of a thread fills up; growth outside the heaps is printed.
  const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script]);
  expect(stdout).toMatch(/^-?\d+\n$/);
  expect(Number(stdout)).toBeLessThan(100 * MEGABYTE);
});
