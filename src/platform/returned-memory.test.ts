import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const FIXTURE = join(import.meta.dirname, 'returned-memory.fixture.ts');
const MEGABYTE = 1024 * 1024;

interface Printed {
  readonly options: readonly string[];
  /** Without a limit it is 64 megabytes on a machine with much memory. */
  readonly newSpaceBytes: number;
  readonly newSpaceBytesOfThread: number;
}

async function runFixture(args: readonly string[], env: Record<string, string> = {}): Promise<Printed> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args, FIXTURE], { env });
  return JSON.parse(stdout) as Printed;
}

test.skipIf(process.platform !== 'linux')('the heap is limited by options of V8', async () => {
  const { options, newSpaceBytes, newSpaceBytesOfThread } = await runFixture([]);
  expect(options).toEqual(['--max-semi-space-size=16', '--heap-growing-percent=50']);
  expect(newSpaceBytes).toBeGreaterThan(0);
  expect(newSpaceBytes).toBeLessThanOrEqual(32 * MEGABYTE);
  // The limit of the thread counts: as an option of the process, the one above would replace it.
  expect(newSpaceBytesOfThread).toBeLessThanOrEqual(8 * MEGABYTE);
});

test.skipIf(process.platform !== 'linux')('options of the operator take precedence', async () => {
  const env = { NODE_OPTIONS: '--max-semi-space-size=4' };
  const { options, newSpaceBytes } = await runFixture(['--heap-growing-percent=90'], env);
  expect(options).toEqual(['--heap-growing-percent=50', '--heap-growing-percent=90']);
  expect(newSpaceBytes).toBeLessThanOrEqual(8 * MEGABYTE);
});
