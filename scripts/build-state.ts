import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const builtServer = join(root, 'dist/server/main.js');
/** Where `src/platform/db/embedded.server.ts` looks for it. */
export const builtCluster = join(root, 'dist/server/cluster');

const SOURCES = [
  'src',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/build-environment.ts',
  'scripts/icon-imports.ts',
  'scripts/precompress.ts',
  'scripts/build-cluster.ts',
];

/** Whether dist/ was built from the sources as they are now. */
export function isBuilt(): boolean {
  // The last to be written: a build that was interrupted has none.
  if (!existsSync(builtServer) || !existsSync(join(builtCluster, 'PG_VERSION'))) return false;
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
