import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { fillDataDir } from './databases.ts';

test('npm run dev serves the site from its source files, and commands reach it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-development-'));
  await fillDataDir(dataDir);
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: 'off',
    HOST: '127.0.0.1',
    PORT: '0',
  };
  const vite = spawn('node', ['node_modules/vite/bin/vite.js'], {
    cwd: packageRoot,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const exited = once(vite, 'exit');
    if (vite.exitCode === null && vite.kill('SIGTERM')) await exited;
    rmSync(dataDir, { recursive: true });
  });
  let output = '';
  vite.stdout.on('data', (text: Buffer) => (output += stripVTControlCharacters(text.toString())));
  // Before any request: a command may be the first thing that is run.
  await vi.waitFor(() => expect(output).toMatch(/ready at http:\/\/127\.0\.0\.1:[1-9]/), {
    timeout: 240_000,
  });
  const url = /ready at (\S+)/.exec(output)?.[1] ?? '';
  const cli = (...args: string[]) =>
    promisify(execFile)('node', ['scripts/cli.ts', ...args], { cwd: packageRoot, env });
  const { stdout: invitation } = await cli('grant-admin', 'editor@example.com', '--invite');
  expect(invitation).toContain(`${url}/admin?verification=`);
  expect((await cli('doctor')).stdout).toMatch(/accounts\s+1/);

  const response = await fetch(`${url}/articles`);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain('No articles yet');
  expect(html).toContain('src="/src/entry.client.ts"');
  expect((await fetch(`${url}/src/entry.client.ts`)).headers.get('content-type')).toContain('javascript');
});
