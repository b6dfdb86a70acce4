import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDataDir } from '../../../test/databases.ts';
import { openDatabase } from './open-database.server.ts';
import { insertUntilKilled, numbers, withDatabase } from './insert-until-killed.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-embedded-'));
const dataDir = join(folder, 'data');
beforeAll(async () => {
  await fillDataDir(dataDir);
  await withDatabase(dataDir, ({ db }) =>
    db.execute(sql`create table numbers (number int primary key, padding text)`),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the database of a data folder', () => {
  test('can be open in one process at a time', async () => {
    await withDatabase(dataDir, async (database) => {
      await expect(openDatabase({ dataDir })).rejects.toThrow('The data folder is in use');
      await expect(insertUntilKilled(10_000, 'start', dataDir)).resolves.toBe(0);
      await expect(database.checkWritable()).resolves.toBeUndefined();
    });
    await expect(withDatabase(dataDir, (database) => database.checkWritable())).resolves.toBeUndefined();
  });

  test('answers concurrent queries, including failing and large ones, with the right rows', async () => {
    await withDatabase(dataDir, async (database) => {
      const answers = Array.from({ length: 150 }, async (_, index) => {
        const text = String(index).repeat(index % 7 === 0 ? 100_000 : 3);
        const column = sql.identifier(`c${index}`);
        const value = index % 10 === 3 ? sql`1 / 0` : sql`${text}::text`;
        const outcome = await database.db.execute(sql`select ${value} as ${column}`).catch(() => 'refused');
        return typeof outcome === 'string' ? outcome : outcome.rows[0]?.[`c${index}`] === text;
      });
      const expected = Array.from({ length: 150 }, (_, index) => (index % 10 === 3 ? 'refused' : true));
      expect(await Promise.all(answers)).toEqual(expected);
    });
  });

  test.each([
    ['of another major version', '17', 'was written by PostgreSQL 17, this release needs 18'],
    ['that is damaged', '18', 'does not open'],
  ])('%s is refused and not changed', async (_, version, message) => {
    const cluster = join(folder, version, 'database');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'PG_VERSION'), `${version}\n`);
    await expect(openDatabase({ dataDir: join(folder, version) })).rejects.toThrow(message);
    expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
  });

  test.each([true, false])('without PG_VERSION is refused and not changed (create: %s)', async (create) => {
    const cluster = join(dataDir, 'database');
    const version = join(cluster, 'PG_VERSION');
    const before = await withDatabase(dataDir, numbers);
    renameSync(version, join(folder, 'PG_VERSION'));
    const names = readdirSync(cluster);
    await expect(openDatabase({ dataDir, create })).rejects.toThrow('is not a complete database');
    expect(readdirSync(cluster)).toEqual(names);
    expect(readdirSync(dataDir)).not.toContain('database.init');
    renameSync(join(folder, 'PG_VERSION'), version);
    expect(await withDatabase(dataDir, numbers)).toEqual(before);
  });

  test('is not created without `create`, in an absent or empty folder', async () => {
    const nowhere = join(folder, 'nowhere');
    await expect(openDatabase({ dataDir: nowhere })).rejects.toThrow('There is no database in');
    mkdirSync(join(nowhere, 'database'), { recursive: true });
    await expect(openDatabase({ dataDir: nowhere })).rejects.toThrow('There is no database in');
    expect(readdirSync(nowhere)).toEqual(['database']);
    expect(readdirSync(join(nowhere, 'database'))).toEqual([]);
  });
});
