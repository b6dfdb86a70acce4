import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { fillDataDir } from '../test/databases.ts';
import { unprivileged } from '../test/postgres.ts';
import { COMPILE_CACHE, WITHOUT_OPTIMIZATION } from '../test/short-lived.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-process-'));
const dataDir = join(folder, 'data');
const running = new Set<ChildProcess>();

beforeAll(() => fillDataDir(dataDir));
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly child: ChildProcess;
  readonly output: { out: string; errors: string };
  readonly ended: Promise<number | null>;
  /** Waits until the site is ready and returns the printed URL. */
  ready(): Promise<string>;
}

function start(env: Record<string, string>, as: { uid?: number; gid?: number } = {}): Run {
  const script = join(packageRoot, 'src/run-site.fixture.ts');
  const child = spawn(process.execPath, [...WITHOUT_OPTIMIZATION, script], {
    ...as,
    env: { PORT: '0', DATA_DIR: dataDir, ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { out: '', errors: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.errors += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ready = async () => {
    for (;;) {
      const address = /ready at (http:\S+)/.exec(output.out)?.[1];
      if (address !== undefined && output.out.includes('The data is in')) return address;
      if (child.exitCode !== null) throw new Error(`it ended: ${output.errors}`);
      await sleep(20);
    }
  };
  return { child, output, ended, ready };
}

/** Starts a process that fails, and returns its error message, which must be one line. */
async function failure(env: Record<string, string>, as?: { uid?: number; gid?: number }): Promise<string> {
  const run = start(env, as);
  expect(await run.ended).toBe(1);
  expect(run.output.out).not.toContain('ready');
  expect(run.output.errors).not.toMatch(/^\s+at /m);
  expect(run.output.errors).toMatch(/^[^\n]+\n$/);
  return run.output.errors;
}

describe('the process', () => {
  test('prints its URL, how to become admin and the data folder', async () => {
    const run = start({});
    const address = await run.ready();
    expect(await (await fetch(address)).text()).toBe('finished');
    expect(run.output.out).toContain(`The Daily Test is ready at ${address}`);
    expect(run.output.out).toContain(
      'To become admin, run: npm run cli -- grant-admin you@example.com --invite, and open the link it prints.\n',
    );
    expect(run.output.out).toContain(`The data is in ${dataDir}.`);
    expect(run.output.errors).toBe('');
    expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600);
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
  });

  test('finishes running requests on SIGTERM, and accepts no new ones', async () => {
    const run = start({});
    const address = await run.ready();
    const slow = fetch(`${address}/?wait=1500`).then((answer) => answer.text());
    await expect.poll(() => run.output.out).toContain('waiting 1500 ms');
    run.child.kill('SIGTERM');
    const isRefused = () =>
      fetch(address).then(
        () => false,
        () => true,
      );
    await expect.poll(isRefused).toBe(true);
    expect(await slow).toBe('finished');
    expect(await run.ended).toBe(0);
    expect(run.output.errors).toBe('');
  });

  test('exits after the time limit', async () => {
    const run = start({});
    const address = await run.ready();
    // After the limit of ten seconds the response is still some seconds away.
    const hanging = fetch(`${address}/?wait=15000`).catch(() => 'cut');
    await expect.poll(() => run.output.out).toContain('waiting 15000 ms');
    run.child.kill('SIGTERM');
    await run.ended;
    expect(await hanging).toBe('cut');
  });

  test('stops on SIGTERM during the start', async () => {
    const run = start({ DATA_DIR: join(folder, 'interrupted') });
    await sleep(700);
    run.child.kill('SIGTERM');
    expect(await run.ended).not.toBe(1);
  });
});

describe('a failed start prints one message for', () => {
  test('an invalid environment', async () => {
    const run = start({ PORT: 'eighty', TIME_ZONE: 'Mars' });
    expect(await run.ended).toBe(1);
    expect(run.output.errors.split('\n')).toEqual([
      'The environment has 2 problems:',
      expect.stringContaining('PORT is "eighty"'),
      expect.stringContaining('TIME_ZONE is "Mars"'),
      '',
    ]);
  });

  test('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await failure({ PORT: port })).toContain(`port ${port}: another program uses this port`);
    other.close();
  });

  test('a data folder that another process uses, which continues to run', async () => {
    const run = start({});
    const address = await run.ready();
    expect(await failure({})).toContain('The data folder is in use');
    expect(await (await fetch(address)).text()).toBe('finished');
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(true);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  test('a database of another major version', async () => {
    const old = join(folder, 'old');
    mkdirSync(join(old, 'database'), { recursive: true });
    writeFileSync(join(old, 'database/PG_VERSION'), '16\n');
    expect(await failure({ DATA_DIR: old })).toContain('PostgreSQL 16, this release needs 18');
  });

  test('a file where the data folder should be', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await failure({ DATA_DIR: file })).toContain('there is a file of that name');
    expect(await failure({ DATA_DIR: join(file, 'below') })).toContain('a part of the path is a file');
  });

  test('a data folder without permissions', async () => {
    const locked = join(folder, 'locked');
    mkdirSync(locked);
    chmodSync(folder, 0o755);
    chmodSync(locked, process.getuid?.() === 0 ? 0o700 : 0o000);
    expect(await failure({ DATA_DIR: locked }, unprivileged())).toContain(
      'this user may not read or write there',
    );
    chmodSync(locked, 0o700);
    expect(readdirSync(locked)).toEqual([]);
  });

  test('a server that does not answer', async () => {
    const message = await failure({ DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:9/site' });
    expect(message).toContain('The database at 127.0.0.1:9/site (DATABASE_URL) does not answer');
    expect(message).not.toContain('hunter2');
  });

  test('a full disk, with and without an existing database', async (context) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]);
    if (mounted.status !== 0) context.skip('mounting a small disk requires root and permission to mount');
    try {
      const env = { DATA_DIR: join(disk, 'data') };
      const fillUpTo = (left: number) => {
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - left * 1024 * 1024));
      };
      fillUpTo(60);
      expect(await failure(env)).toContain('is full: at least 120 MB must be free. Nothing was changed.');
      rmSync(join(disk, 'ballast'));
      await fillDataDir(env.DATA_DIR);
      fillUpTo(10);
      expect(await failure(env)).toContain('is full: at least 24 MB must be free');
      rmSync(join(disk, 'ballast'));
      const run = start(env);
      expect(await (await fetch(await run.ready())).text()).toBe('finished');
      run.child.kill('SIGTERM');
      expect(await run.ended).toBe(0);
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
});
