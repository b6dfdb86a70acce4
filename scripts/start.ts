import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { builtServer, isBuilt, root } from './build-state.ts';

/**
 * `npm start`: builds when there is nothing built or something built from older sources, then becomes the server.
 * The same process, not a child of it, and the script says `exec`, so that no shell stands between either: the signal
 * npm passes on reaches the server itself, and npm ends when the server has.
 */
if (!isBuilt()) {
  process.stdout.write('Building the site. This happens once after an installation or a change.\n');
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(builtServer).href);
