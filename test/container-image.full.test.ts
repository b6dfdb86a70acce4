/**
 * The image that the Dockerfile describes, without an engine: its last stage is carried out in a plain folder, which then
 * holds all the server has. It finds nothing of the checkout there, since Node looks for packages above the file only.
 */
import { execFile, spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { useTemporaryFolder } from './temporary-folder.ts';
import { isBuilt, root } from '../scripts/build-state.ts';

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const [, image = ''] = dockerfile.split(/^FROM .*$/m).slice(1);

/** The arguments of an instruction, once for every time it occurs in the last stage. */
const instructions = (name: string): string[] =>
  [...image.matchAll(new RegExp(`^${name} +(.*)$`, 'gm'))].map(([, words = '']) => words);
/** A command in exec form, run by the Node of this test. */
const command = (words = ''): string[] => (JSON.parse(words) as string[]).slice(1);

const healthCheck = (): string[] => {
  const [check = ''] = instructions('HEALTHCHECK');
  return command(check.slice(check.indexOf('CMD') + 3));
};

const folder = useTemporaryFolder();
const dataDir = join(folder, 'data');
const app = join(folder, 'app');

beforeAll(() => {
  for (const words of instructions('COPY --from=build')) {
    const [from = '', to = ''] = words.split(' ');
    cpSync(join(root, from.replace(/^\/app\//, '')), join(app, to), { recursive: true });
  }
});

const env: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  ...Object.fromEntries(
    instructions('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('='))),
  ),
  // as it is in the image, except for what belongs to this machine
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
};

/** Runs a program of the image; fails unless it ends with 0 before the test ends. */
const run = (words: readonly string[], signal: AbortSignal, PORT = '0') =>
  promisify(execFile)(process.execPath, words, { cwd: app, env: { ...env, PORT }, signal });

test.skipIf(!isBuilt())('holds what the site, its commands and its health check need', async ({ signal }) => {
  const [start] = instructions('CMD');
  const server = spawn(process.execPath, command(start), {
    cwd: app,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const url = await new Promise<string>((found, failed) => {
      let printed = '';
      server.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const address = /ready at (http:\S+)/.exec(printed)?.[1];
        if (address !== undefined) found(address);
      });
      server.once('exit', (code) => failed(new Error(`ended with ${code}: ${printed}`)));
    });
    const home = await (await fetch(url)).text();
    const files = [...home.matchAll(/(?:src|href)="(\/(?:assets|media)\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    const statuses = await Promise.all(files.map(async (path) => (await fetch(url + path)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await fetch(`${url}/article/NONE`)).status).toBe(404);

    await run(healthCheck(), signal, new URL(url).port);

    const granted = await run(['dist/server/cli.js', 'grant-admin', 'you@example.com', '--invite'], signal);
    expect(granted.stdout + granted.stderr).toContain('/admin?verification=');
    const archive = join(folder, 'backup.tar.gz');
    await run(['dist/server/cli.js', 'backup', archive], signal);
  } finally {
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
  await expect(run(healthCheck(), signal, '9')).rejects.toMatchObject({ code: 1 });
});

test('runs as a user without rights and keeps its data outside of itself', () => {
  expect(instructions('USER')).toEqual(['node']);
  expect(instructions('VOLUME')).toEqual(['/data']);
  expect(env['NODE_ENV']).toBe('production');
});
