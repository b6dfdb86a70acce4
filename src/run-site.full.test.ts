import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fillDataDir } from '../test/databases.ts';
import { unprivileged } from '../test/postgres.ts';
import { useSiteProcesses } from './site-process.fixture.ts';

const { folder, start, startWaitingSite, failure } = useSiteProcesses();

test('a site finishes running requests on SIGTERM, and accepts no new ones', async () => {
  const { child, output, ended, ready } = startWaitingSite();
  const address = await ready();
  const slow = fetch(`${address}/?wait=1500`).then((answer) => answer.text());
  await expect.poll(() => output.out).toContain('waiting 1500 ms');
  child.kill('SIGTERM');
  const isRefused = () =>
    fetch(address).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused).toBe(true);
  expect(await slow).toBe('finished');
  expect(await ended).toBe(0);
  expect(output.errors).toBe('');
});

test('a site exits after the time limit', async () => {
  const { child, output, ended, ready } = startWaitingSite();
  const address = await ready();
  // After the limit of ten seconds the response is still some seconds away.
  const hanging = fetch(`${address}/?wait=15000`).catch(() => 'cut');
  await expect.poll(() => output.out).toContain('waiting 15000 ms');
  child.kill('SIGTERM');
  await ended;
  expect(await hanging).toBe('cut');
});

test('a site stops on SIGTERM during the start', async () => {
  const { child, ended } = start({ DATA_DIR: join(folder, 'interrupted') });
  await sleep(700);
  child.kill('SIGTERM');
  expect(await ended).not.toBe(1);
});

test('a file in the place of the data folder prints one message', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await failure({ DATA_DIR: file })).toContain('there is a file of that name');
  expect(await failure({ DATA_DIR: join(file, 'below') })).toContain('a part of the path is a file');
});

test('a data folder without permissions prints one message', async () => {
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

test('a full disk prints one message, with and without an existing database', async (context) => {
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
    const { child, ended, ready } = start(env);
    expect((await fetch(`${await ready()}/feed.xml`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  } finally {
    spawnSync('umount', ['-l', disk]);
  }
});
