import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiTokens } from '#domain/accounts/api-tokens/tables.server.ts';
import { makeAccount } from '../../../test/accounts.ts';
import { bearer, insertToken } from '../../../test/api-tokens.ts';
import { databaseKindsFor, type TestApp, testApp } from '../../../test/app.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';

describe.each(databaseKindsFor(import.meta.filename))(
  'a restored site, on the %s database',
  (databaseKind) => {
    let folder: string;
    let original: TestApp;
    let restored: TestApp;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'meridian-restored-tokens-'));
      original = await testApp({ databaseKind, dataDir: join(folder, 'original') });
      restored = await testApp({ databaseKind, dataDir: join(folder, 'restored') });
    });
    afterAll(async () => {
      await original.close();
      await restored.close();
      rmSync(folder, { recursive: true });
    });

    test('accepts no API token of the backup, and says so', async () => {
      const owner = await makeAccount(original, { role: 'author' });
      const token = await insertToken(original, owner, { scopes: ['articles:read'], name: 'Site builder' });
      const printed: string[] = [];
      const statusAt = async (app: TestApp) =>
        (await app.fetch('/api/newsroom/articles', { headers: bearer(token) })).status;
      const file = join(folder, 'backup.tar.gz');
      await backup.run([file], commandContext(original.database, original.dataDir));
      await restore.run([file], commandContext(restored.database, restored.dataDir, { printed }));
      expect([await statusAt(original), await statusAt(restored)]).toEqual([200, 401]);
      expect(await restored.database.db.select().from(apiTokens)).toMatchObject([
        { name: 'Site builder', revokedAt: expect.any(Date) },
      ]);
      expect(printed.join('\n')).toContain('All API tokens of the backup are revoked.');
    });
  },
);
