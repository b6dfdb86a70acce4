import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Builds the reader's client assets as `npm run build` does, into a new folder. Returns the folder. */
export async function buildClient(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'client-'));
  // NODE_ENV of the tests would make it a development build: larger, and its entry waits for Fast Refresh.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root: resolve(import.meta.dirname, '..'),
      logLevel: 'error',
      environments: { client: { build: { outDir, emptyOutDir: true } } },
    });
  } finally {
    process.env['NODE_ENV'] = before;
  }
  return outDir;
}
