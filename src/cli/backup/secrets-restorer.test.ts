import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SecretsRestorer } from './secrets-restorer.server.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'meridian-secrets-restorer-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const SECRETS = Buffer.from(JSON.stringify({ authSecret: 'x'.repeat(5000) }));

/** Restores the secrets in a process that can write only the first kilobyte of a file. Resolves to the error. */
const restoreWithFileSizeLimit = () =>
  new Promise<string>((resolve) => {
    const script = `
      import { SecretsRestorer } from ${JSON.stringify(join(import.meta.dirname, 'secrets-restorer.server.ts'))};
      const restorer = await SecretsRestorer.open(process.argv[1]);
      restorer.setFromBackup(Buffer.from('x'.repeat(5000)));
      await restorer.write().catch(async (error) => {
        console.log(error.code);
        await restorer.undo();
      });`;
    const command = 'ulimit -f 1; exec "$@"';
    const args = ['-c', command, 'bash', process.execPath, '--input-type=module', '--eval', script, dataDir];
    execFile('bash', args, { cwd: import.meta.dirname }, (_error, stdout) => resolve(stdout.trim()));
  });

test.skipIf(process.platform === 'win32')(
  'a write that fails half-way leaves no partial file, and the next one succeeds',
  async () => {
    expect(await restoreWithFileSizeLimit()).toBe('EFBIG');
    expect(readdirSync(dataDir)).toEqual([]);
    const restorer = await SecretsRestorer.open(dataDir);
    restorer.setFromBackup(SECRETS);
    expect(restorer.areCompatible).toBe(true);
    await restorer.write();
    expect(readFileSync(join(dataDir, 'secrets.json'))).toEqual(SECRETS);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    await restorer.undo();
    expect(readdirSync(dataDir)).not.toContain('secrets.json');
  },
);

test('secrets that another process has created meanwhile are not replaced', async () => {
  const [first, second] = [await SecretsRestorer.open(dataDir), await SecretsRestorer.open(dataDir)];
  first.setFromBackup(SECRETS);
  second.setFromBackup(Buffer.from('{}'));
  await first.write();
  await expect(second.write()).rejects.toMatchObject({ code: 'EEXIST' });
  await second.undo();
  expect(readFileSync(join(dataDir, 'secrets.json'))).toEqual(SECRETS);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
});
