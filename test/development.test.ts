import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test, vi } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { fillDataDir } from './databases.ts';

const SLOW = { timeout: 120_000 };

test('npm run dev serves the site from its source files', SLOW, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-development-'));
  await fillDataDir(dataDir);
  const vite = spawn('node', ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', '0'], {
    cwd: packageRoot,
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  vite.stdout.on('data', (text: Buffer) => (output += stripVTControlCharacters(text.toString())));
  await vi.waitFor(() => expect(output).toMatch(/http:\/\/127\.0\.0\.1:\d+/), { timeout: 60_000 });
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  const response = await fetch(`${url}/articles`);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain('No articles yet');
  expect(html).toContain('src="/src/entry.client.ts"');
  expect((await fetch(`${url}/src/entry.client.ts`)).headers.get('content-type')).toContain('javascript');
  const exited = once(vite, 'exit');
  vite.kill('SIGTERM');
  await exited;
  rmSync(dataDir, { recursive: true });
});
