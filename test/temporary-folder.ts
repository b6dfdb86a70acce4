import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates an empty folder, which is deleted after the tests of the file or of the `describe`. */
export function useTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
