/** The files of `deploy/` for systemd. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBuilt, root } from '../scripts/build-state.ts';
import { fillDataDir } from './databases.ts';
import { startServer } from './server.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

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
const folder = useTemporaryFolder();
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

test.skipIf(!isBuilt())('the command of the unit writes a backup while the site runs', async () => {
  const here = (path: string) => path.replaceAll('/var/lib/', `${folder}/`);
  const dataDir = here('/var/lib/meridian');
  for (const path of [dataDir, here(backupFolder)]) mkdirSync(path);
  await fillDataDir(dataDir);
  const running = await startServer({ dataDir, samples: false });
  onTestFinished(async () => void (await running.stop()));
  const shell = /-c '(.*)'$/.exec(here(command))?.[1] ?? '';
  const script = shell.replaceAll('%%', '%').replace('node_modules/.bin/node', `"${process.execPath}"`);
  const made = spawnSync('sh', ['-c', script], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(readdirSync(here(backupFolder))).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/),
  ]);
});
