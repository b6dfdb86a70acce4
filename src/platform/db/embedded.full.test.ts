import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDataDir } from '../../../test/databases.ts';
import { endurance } from '../../../test/full.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.server.ts';
import {
  ENDLESS,
  insertUntilKilled,
  numbers,
  QUERY_TIMEOUT_MS,
  withDatabase,
} from './insert-until-killed.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-embedded-'));
const dataDir = join(folder, 'data');
beforeAll(async () => {
  await fillDataDir(dataDir);
  await withDatabase(dataDir, ({ db }) =>
    db.execute(sql`create table numbers (number int primary key, padding text)`),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the embedded database on disk', () => {
  test('starts after a first start was killed', async () => {
    const fresh = join(folder, 'fresh');
    for (const afterMs of [900, 1_800]) await insertUntilKilled(afterMs, 'start', fresh);
    const database = await openDatabase({ dataDir: fresh, create: true });
    await database.close();
    expect(readdirSync(fresh)).not.toContain('database.init');
    expect(statSync(join(fresh, 'database')).mode & 0o077).toBe(0);
  });

  test('loses no acknowledged write when it is killed', async () => {
    const rounds = endurance('DATABASE_KILLS', { usual: 3, full: 6 });
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = await insertUntilKilled(40 + round * (342 / rounds), 'open', dataDir);
      const { count, last } = await withDatabase(dataDir, numbers);
      expect(last).toBeGreaterThanOrEqual(acknowledged);
      expect(count).toBe(last);
    }
  });

  test('cancels a query that takes too long and recovers with all data', async () => {
    await withDatabase(
      dataDir,
      async (database) => {
        const before = await numbers(database);
        await database.db.execute(sql`insert into numbers values (${before.last + 1})`);
        const inTransaction = database.transaction(async (tx) => {
          await tx.execute(sql`delete from numbers`);
          await tx.execute(sql.raw(ENDLESS));
        });
        await expect(inTransaction).rejects.toMatchObject({ cause: { code: '57014' } });
        expect((await numbers(database)).count).toBe(before.count + 1);
      },
      QUERY_TIMEOUT_MS,
    );
  });

  test('recovers after a crash of the database', async () => {
    const log = join(dataDir, 'database/pg_wal');
    await withDatabase(dataDir, async (database) => {
      const before = await numbers(database);
      await database.db.execute(sql`select pg_switch_wal()`);
      renameSync(log, `${log}.away`);
      // PostgreSQL panics when it cannot write the WAL, as on a full disk.
      const write = database.db.execute(sql`insert into numbers values (${before.last + 1})`);
      await expect(write).rejects.toMatchObject({ cause: { code: '57P01' } });
      const reading = numbers(database);
      await sleep(500);
      renameSync(`${log}.away`, log);
      expect(await reading).toEqual(before);
    });
  });

  test.each([
    ['deleted', () => {}],
    ['unmounted, which leaves an empty folder', () => mkdirSync(dataDir)],
  ])('confirms no writes and creates no files while its data folder is %s', async (_, leave) => {
    const away = join(folder, 'away');
    await withDatabase(dataDir, async (database) => {
      const before = await numbers(database);
      const insert = () => database.db.execute(sql`insert into numbers values (${before.last + 1})`);
      renameSync(dataDir, away);
      leave();
      const listing = () => (existsSync(dataDir) ? readdirSync(dataDir) : 'nothing');
      const left = listing();
      await expect(insert()).rejects.toMatchObject({ cause: { code: '57P01' } });
      // By now the database was restarted at least once.
      await expect(database.checkWritable()).rejects.toBeInstanceOf(Error);
      expect(listing()).toEqual(left);
      rmSync(dataDir, { recursive: true, force: true });
      renameSync(away, dataDir);
      const after = await numbers(database);
      // The result of a commit that failed at its end is unknown.
      expect(after.count - before.count).toBeOneOf([0, 1]);
      await database.db.execute(sql`insert into numbers values (${after.last + 1})`);
    });
    expect((await withDatabase(dataDir, numbers)).last).toBeGreaterThan(0);
  });

  test('vacuums a table that was due before a restart', async () => {
    const before = await openDatabase({ dataDir, maintenanceMs: 600_000 });
    await before.db.execute(
      sql`create table left_over as select number from generate_series(1, 20000) as number`,
    );
    await before.db.execute(sql`delete from left_over`);
    const size = async (database: Database) => {
      const { rows } = await database.db.execute<{ bytes: number }>(
        sql`select pg_relation_size('left_over')::int as bytes`,
      );
      return rows[0]?.bytes;
    };
    expect(await size(before)).toBeGreaterThan(500_000);
    await before.close();
    const after = await openDatabase({ dataDir, maintenanceMs: 100 });
    try {
      await expect.poll(() => size(after), { timeout: 60_000, interval: 200 }).toBe(0);
    } finally {
      await after.close();
    }
  });
});
