import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Builds the browser's side as `npm run build` does, into a new folder, for tests. Returns the folder. */
export async function buildClient(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'client-'));
  await build({
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'error',
    environments: { client: { build: { outDir, emptyOutDir: true } } },
  });
  return outDir;
}
