import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { endurance } from '../../../test/full.ts';

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
