/**
 * The files of `deploy/` for systemd. The test of a backup runs the commands of both units as systemd would, each in a mount
 * namespace with the writable folders of its unit. It is skipped where no namespace can be created.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isBuilt, root } from '../scripts/build-state.ts';

type Unit = ReadonlyMap<string, readonly string[]>;

/** The values of every key of a unit, in order. */
function readUnit(name: string): Unit {
  const unit = new Map<string, string[]>();
  for (const line of readFileSync(join(root, 'deploy', name), 'utf8').split('\n')) {
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== '') unit.set(key, [...(unit.get(key) ?? []), value]);
  }
  return unit;
}

/** The folders below which a service with `ProtectSystem=strict` may write. */
function writableFolders(unit: Unit): string[] {
  const words = (key: string) => (unit.get(key) ?? []).flatMap((value) => value.split(' '));
  return [...words('StateDirectory').map((name) => `/var/lib/${name}`), ...words('ReadWritePaths')];
}

const site = readUnit('meridian.service');
const backup = readUnit('meridian-backup.service');
const [command = ''] = backup.get('ExecStart') ?? [];
const backupFolder = /backup "(.+?)\/[^/"]*"/.exec(command)?.[1] ?? '';

describe('the backup of a night', () => {
  test('is in a folder that the site may write to, and that no other user can read', () => {
    expect(site.get('ProtectSystem')).toEqual(['strict']);
    for (const unit of [site, backup]) {
      expect(writableFolders(unit)).toContain(backupFolder);
      expect(unit.get('StateDirectoryMode')).toEqual(['0700']);
      expect(unit.get('UMask')).toEqual(['0077']);
    }
    for (const cleanup of backup.get('ExecStartPost') ?? [])
      expect(cleanup).toContain(`find ${backupFolder} `);
  });

  test('is in the folder that the guide names', () => {
    const guide = readFileSync(join(root, 'docs/guides/deploying.md'), 'utf8');
    const section = guide.slice(guide.indexOf('## 6. '), guide.indexOf('## 7. '));
    expect(section).toContain(`restore ${backupFolder}/FILE.tar.gz`);
    expect(section).toContain(`ls -l ${backupFolder}\n`);
  });
});

const cache = join(root, 'node_modules/.cache/meridian');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `/var/lib/…` of a unit in the folder of this test. */
const here = (path: string) => path.replaceAll('/var/lib/', `${folder}/`);

/** Shows the package, which is the working folder, in an own /tmp as well, where it is read-only as everywhere. */
const showPackage = [
  `mkdir -p "${root}"`,
  // Not canonicalized: the path leads to the new folder.
  `mount --no-canonicalize --rbind . "${root}"`,
  `mount -o remount,bind,ro "${root}"`,
];

/** Executes its arguments with everything read-only except the folders of the unit and an own /tmp. */
function sandbox(unit: Unit): readonly string[] {
  const writable = writableFolders(unit).map((path) => here(path));
  for (const path of writable) mkdirSync(path, { recursive: true, mode: 0o700 });
  const steps = [
    ...writable.map((path) => `mount --bind "${path}" "${path}"`),
    'mount -t tmpfs tmpfs /tmp',
    ...(root.startsWith('/tmp/') ? showPackage : []),
    'mount -o remount,bind,ro /',
    'exec "$@"',
  ];
  return ['-rm', 'sh', '-ec', steps.join('\n'), 'sh'];
}

const hasNamespaces = spawnSync('unshare', [...sandbox(site), 'true']).status === 0;
const env = {
  PATH: process.env['PATH'] ?? '',
  NODE_ENV: 'production',
  DATA_DIR: here('/var/lib/meridian'),
  PORT: '0',
  SAMPLE_CONTENT: 'off',
};

async function startSite(): Promise<ChildProcess> {
  const started = spawn('unshare', [...sandbox(site), process.execPath, 'dist/server/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    let printed = '';
    started.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('ready at http')) ready();
    });
    started.once('exit', (code) => failed(new Error(`ended with ${code}: ${printed}`)));
  });
  return started;
}

describe.skipIf(!hasNamespaces || !isBuilt())('commands beside the service', () => {
  test('write a backup as the unit says, and report a file that only the site can see', async () => {
    const running = await startSite();
    const ended = new Promise((resolve) => running.once('exit', resolve));
    try {
      const shell = /-c '(.*)'$/.exec(here(command))?.[1] ?? '';
      const script = shell.replaceAll('%%', '%').replace('node_modules/.bin/node', `"${process.execPath}"`);
      const made = spawnSync('unshare', [...sandbox(backup), 'sh', '-c', script], {
        cwd: root,
        env,
        encoding: 'utf8',
      });
      expect([made.status, made.stderr]).toEqual([0, '']);
      expect(readdirSync(here(backupFolder))).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/),
      ]);

      const cli = (...args: string[]) =>
        spawnSync(process.execPath, ['dist/server/cli.js', ...args], { cwd: root, env, encoding: 'utf8' });
      const unseen = `/tmp/meridian-${process.pid}.tar.gz`;
      for (const args of [
        ['backup', unseen],
        ['settings', 'export', unseen],
      ]) {
        const { status, stderr } = cli(...args);
        expect([status, stderr]).toEqual([1, expect.stringContaining('a folder that only the site sees')]);
      }
      expect(existsSync(unseen)).toBe(false);

      const readOnly = cli('backup', join(root, 'dist/backup.tar.gz'));
      expect([readOnly.status, readOnly.stderr]).toEqual([
        1,
        expect.stringContaining('it is on a read-only file system'),
      ]);
    } finally {
      running.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
  });
});
