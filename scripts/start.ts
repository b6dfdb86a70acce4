import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `npm start`: builds when there is nothing built or something built from older sources, then becomes the server.
 * The same process, not a child of it: the signal npm passes on reaches the server itself.
 */
const root = join(import.meta.dirname, '..');
const server = join(root, 'dist/server/main.js');
const SOURCES = ['src', 'public', 'package-lock.json', 'vite.config.ts', 'scripts/precompress.ts'];

if (!isFresh()) {
  process.stdout.write('Building the site. This happens once after an installation or a change.\n');
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(server).href);

function isFresh(): boolean {
  // Precompressed files are the last thing a build writes; the server file alone may be half a build.
  if (!existsSync(server) || !existsSync(join(root, 'dist/client'))) return false;
  const built = statSync(server).mtimeMs;
  return SOURCES.every((source) => newest(join(root, source)) <= built);
}

function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
