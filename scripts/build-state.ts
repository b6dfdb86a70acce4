import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const builtServer = join(root, 'dist/server/main.js');
/** `src/platform/db/embedded.server.ts` reads the cluster from this path. */
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

/** Whether dist/ is newer than all sources. */
export function isBuilt(): boolean {
  // The cluster is written last: an interrupted build has none.
  if (!existsSync(builtServer) || !existsSync(join(builtCluster, 'PG_VERSION'))) return false;
  const built = statSync(builtServer).mtimeMs;
  return SOURCES.every((source) => newest(join(root, source)) <= built);
}

function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  // Tests and fixtures are not part of the build. The time of a folder is ignored, as editors and tests change it.
  if (!found.isDirectory()) return /\.(?:test|fixture)\.tsx?$/.test(path) ? 0 : found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
