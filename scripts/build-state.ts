import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const builtServer = join(root, 'dist/server/main.js');

const SOURCES = ['src', 'public', 'package-lock.json', 'vite.config.ts', 'scripts/precompress.ts'];

/** Whether dist/ was built from the sources as they are now. */
export function isBuilt(): boolean {
  if (!existsSync(builtServer) || !existsSync(join(root, 'dist/client'))) return false;
  const built = statSync(builtServer).mtimeMs;
  return SOURCES.every((source) => newest(join(root, source)) <= built);
}

function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  // What tests and editors leave beside the sources is not part of what is built.
  if (!found.isDirectory()) return /\.(?:test|fixture)\.tsx?$/.test(path) ? 0 : found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
