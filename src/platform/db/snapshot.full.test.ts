import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.server.ts';
import { openServerTestDatabase } from '../../../test/databases.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';

const folder = useTemporaryFolder();

/** Two tables that always contain the same numbers, and a large table that takes a while to read. */
async function fill(database: Database): Promise<void> {
  await database.maintain(async (client) => {
    await client.query('create table ones (number int primary key, padding text)');
    await client.query('create table twos (number int primary key)');
    await client.query('create table ballast (id int primary key, content text)');
    await client.query(`
      insert into ballast select id, repeat(md5(id::text), 60) || id from generate_series(1, 6000) as ids(id)`);
    await client.query('alter table ballast alter content set storage external');
  });
}

interface Writer {
  /** The last number whose commit was confirmed. */
  readonly last: () => number;
  readonly stop: () => Promise<void>;
}

function startWriting(database: Database): Writer {
  const stopping = new AbortController();
  let [number, last] = [0, 0];
  const loop = async () => {
    while (!stopping.signal.aborted) {
      number += 1;
      const [one, two] = [
        `insert into ones values (${number}, repeat('x', ${number % 700}))`,
        `insert into twos values (${number})`,
      ];
      await database.transaction(async (tx) => {
        await tx.execute(one);
        await tx.execute(`update ballast set content = content || '.' where id = ${1 + (number % 6_000)}`);
        await tx.execute(two);
      });
      last = number;
      // Makes PostgreSQL write pages to the files, also while they are being copied.
      if (number % 40 === 0) await database.maintain((client) => client.query('vacuum ones'));
      await sleep(1);
    }
  };
  const running = loop();
  return {
    last: () => last,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function readSnapshot(database: Database, during: () => Promise<void>) {
  return database.snapshot(join(folder, 'copy'), async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const read = async (table: string) => {
      const { rows } = await client.query<{ count: number; last: number }>(
        `select count(*)::int as count, coalesce(max(number), 0) as last from ${table}`,
      );
      return rows[0];
    };
    const ones = await read('ones');
    await during();
    const twos = await read('twos');
    const { rows } = await client.query(
      'select count(*)::int as count, min(length(content)) as least from ballast',
    );
    await client.query('rollback');
    return { ones, twos, ballast: rows[0] };
  });
}

const KINDS = [
  {
    name: 'embedded',
    whileCopying: 20,
    open: async () => {
      const database = await openDatabase({ dataDir: join(folder, 'data'), create: true });
      return { database, close: () => database.close() };
    },
  },
  { name: 'server', whileCopying: 0, open: openServerTestDatabase },
];

describe.each(KINDS)('a snapshot of the $name database', ({ open, whileCopying }) => {
  test('is consistent, and writes continue while it is created and read', async () => {
    const { database, close } = await open();
    await fill(database);
    const writer = startWriting(database);
    for (let round = 0; round < 2; round++) {
      await sleep(300);
      const confirmed = writer.last();
      let seenByReader = 0;
      const { ones, twos, ballast } = await readSnapshot(database, async () => {
        seenByReader = writer.last();
        // Writes continue while the snapshot is open.
        while (writer.last() < seenByReader + 20) await sleep(5);
      });
      expect(ones).toEqual(twos);
      expect(ones?.count).toBe(ones?.last);
      expect(ones?.last).toBeGreaterThanOrEqual(confirmed);
      expect(ballast).toMatchObject({ count: 6_000 });
      // Commits were also confirmed during the copy; a server makes no copy.
      expect(seenByReader).toBeGreaterThanOrEqual(confirmed + whileCopying);
      expect(existsSync(join(folder, 'copy'))).toBe(false);
    }
    await writer.stop();
    await close();
  });
});

describe('a copy of the embedded database', () => {
  test('is repeated after a checkpoint during the copy, and fails when checkpoints never stop', async () => {
    const database = await openDatabase({ dataDir: join(folder, 'checkpoints'), create: true });
    await fill(database);
    const writer = startWriting(database);
    const over = new AbortController();
    const interfere = async (most: number) => {
      for (let made = 0; made < most && !over.signal.aborted; made++) {
        await database.maintain((client) => client.query('checkpoint'));
        await sleep(10);
      }
    };
    const read = () => readSnapshot(database, () => Promise.resolve());
    const [few] = await Promise.all([read(), interfere(3)]);
    expect(few.ones).toEqual(few.twos);
    const endless = interfere(Number.POSITIVE_INFINITY);
    await expect(read()).rejects.toThrow('wrote a checkpoint during each');
    over.abort();
    await endless;
    expect(readdirSync(folder)).not.toContain('copy');
    await writer.stop();
    await database.close();
  });
});
