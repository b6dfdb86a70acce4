import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { openDatabase } from './open-database.server.ts';

const folder = useTemporaryFolder();

test('a folder that the operator has put in the place of the temporary one is renamed', async () => {
  const dataDir = join(folder, 'foreign');
  mkdirSync(join(dataDir, 'database.init/base'), { recursive: true });
  writeFileSync(join(dataDir, 'database.init/PG_VERSION'), '18\n');
  await (await openDatabase({ dataDir, create: true })).close();
  const renamed = readdirSync(dataDir).find((name) => name.startsWith('database.init')) ?? '';
  expect(renamed).toMatch(/^database\.init-\d{4}-\d\d-\d\dT/);
  expect(readdirSync(join(dataDir, renamed)).toSorted()).toEqual(['PG_VERSION', 'base']);
});
