import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommand } from '#cli/commands.ts';
import { readConfig } from '#platform/config.server.ts';
import { makeAccount, signIn } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';

async function adminOf(app: TestApp) {
  const admin = await makeAccount(app, { role: 'admin' });
  const session = await signIn(app, admin);
  return { admin, headers: { authorization: `Bearer ${session.access_token}` } };
}

test('the system is described without credentials, with the last backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-system-'));
  const env = { SMTP_URL: 'smtp://user:hunter2@mail.example:587' };
  const app = await testApp({ env });
  try {
    const { headers } = await adminOf(app);
    const read = async () => (await app.fetch('/api/newsroom/system', { headers })).json();
    const before = await read();
    expect(before).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      mail: 'sent by SMTP through mail.example:587',
      storage: join(app.dataDir, 'media'),
      database: expect.stringContaining('PostgreSQL'),
      public_url: 'http://127.0.0.1:3000',
      last_backup: null,
    });
    expect(JSON.stringify(before)).not.toContain('hunter2');
    const config = readConfig({ ...env, DATA_DIR: app.dataDir });
    await findCommand('backup')?.run([join(folder, 'backup.tar.gz')], {
      config,
      database: app.database,
      print: () => {},
    });
    expect(await read()).toMatchObject({ last_backup: expect.any(String) });
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
});
