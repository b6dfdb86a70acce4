import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { openDatabase } from './open-database.server.ts';

const folder = useTemporaryFolder();

test('the rest of an interrupted creation is deleted', async () => {
  const dataDir = join(folder, 'interrupted');
  mkdirSync(join(dataDir, 'database.init/incomplete-cluster/base'), { recursive: true });
  await (await openDatabase({ dataDir, create: true })).close();
  expect(readdirSync(dataDir).filter((name) => name.startsWith('database.'))).toEqual(['database.lock']);
});

test('a folder that the operator has put in the place of the temporary one is renamed', async () => {
  const dataDir = join(folder, 'foreign');
  mkdirSync(join(dataDir, 'database.init/base'), { recursive: true });
  writeFileSync(join(dataDir, 'database.init/PG_VERSION'), '18\n');
  await (await openDatabase({ dataDir, create: true })).close();
  const renamed = readdirSync(dataDir).find((name) => name.startsWith('database.init')) ?? '';
  expect(renamed).toMatch(/^database\.init-\d{4}-\d\d-\d\dT/);
  expect(readdirSync(join(dataDir, renamed)).toSorted()).toEqual(['PG_VERSION', 'base']);
});

test('a database is created in an empty folder', async () => {
  const dataDir = join(folder, 'empty');
  mkdirSync(join(dataDir, 'database'), { recursive: true });
  const database = await openDatabase({ dataDir, create: true });
  await expect(database.checkWritable()).resolves.toBeUndefined();
  await database.close();
});
