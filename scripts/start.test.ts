import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fillDataDir } from '../test/databases.ts';
import { isBuilt, root } from './build-state.ts';

// `npm test` builds first. A test that is run alone does not build, because another process may be using dist/.
test.skipIf(!isBuilt())('npm start serves the site, and stopping npm stops the server', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-start-'));
  await fillDataDir(dataDir);
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  npm.stdout.on('data', (text: Buffer) => (out += text.toString()));
  const limit = { timeout: 240_000, interval: 50 };
  await vi.waitFor(() => expect(out).toContain('The data is in'), limit);
  const address = /ready at (\S+)/.exec(out)?.[1] ?? '';
  // The check waits two seconds at most, which a busy machine can exceed.
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), limit);
  const feed = await (await fetch(`${address}/feed.xml`)).text();
  expect(feed).toContain(`${address}/`);
  expect(feed).not.toContain(':0/');
  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
  await expect(fetch(`${address}/readyz`)).rejects.toThrow('fetch failed');
  rmSync(dataDir, { recursive: true });
});

test.skipIf(!isBuilt())('the server renders with the production build of React, whatever NODE_ENV is', () => {
  const files = globSync('dist/server/**/*.js', { cwd: root });
  expect(files.length).toBeGreaterThan(5);
  const branching = files.filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('process.env.NODE_ENV'),
  );
  expect(branching).toEqual([]);
});
