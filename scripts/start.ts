import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { builtServer, isBuilt, root } from './build-state.ts';

/**
 * `npm start`: builds when dist/ is missing or older than the sources, then runs the server in this same process. The
 * npm script uses `exec`, so that there is no shell in between: signals that npm forwards reach the server, and npm
 * exits when the server exits.
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
await import(pathToFileURL(builtServer).href);
