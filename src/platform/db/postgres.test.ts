import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openServerTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.server.ts';

describe('two processes on one server', () => {
  let opened: TestDatabase;
  let first: Database;
  let second: Database;
  beforeAll(async () => {
    opened = await openServerTestDatabase();
    first = opened.database;
    second = await openDatabase({ url: opened.url ?? '' });
  });
  afterAll(async () => {
    await second.close();
    await opened.close();
  });

  test('a change in one notifies both once', async () => {
    const here = vi.fn<(tags: readonly string[]) => void>();
    const there = vi.fn<(tags: readonly string[]) => void>();
    const stops = [first.onChange(here), second.onChange(there)];
    await first.transaction(async (tx) => {
      tx.invalidate('article:1', 'list');
      tx.purge('article:2');
    });
    const tags = ['article:1', 'list', 'gone:article:2'];
    expect(here.mock.calls).toEqual([[tags]]);
    await expect.poll(() => there.mock.calls).toEqual([[tags]]);
    await sleep(50);
    expect(here).toHaveBeenCalledTimes(1);
    for (const stop of stops) stop();
  });

  test('a lost change feed reports all tags as invalidated, reconnects, and reports all as purged', async () => {
    const there = vi.fn<(tags: readonly string[]) => void>();
    const stop = second.onChange(there);
    await cutConnections(first, 'meridian-changes');
    await expect.poll(() => there.mock.calls).toEqual([[['*']], [['gone:*']]]);
    await first.transaction(async (tx) => tx.invalidate('list'));
    await expect.poll(() => there.mock.lastCall).toEqual([['list']]);
    stop();
  });

  test('connections that the server terminates are replaced, also in a transaction', async () => {
    const work = second.transaction(async (tx) => {
      await cutConnections(first, 'meridian', await backend(tx));
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.toThrow('Failed query: select 1');
    await cutConnections(first, 'meridian');
    // Until the client has noticed the end of a connection, the pool may still use it.
    await vi.waitFor(() => expect(second.db.execute(sql`select 1`)).resolves.toBeDefined(), 10_000);
  });

  test('a query that takes too long is cancelled', async () => {
    const limited = await openDatabase({ url: opened.url ?? '', queryTimeoutMs: 3_000 });
    onTestFinished(() => limited.close());
    await expect(limited.db.execute(sql`select pg_sleep(60)`)).rejects.toMatchObject({
      cause: { code: '57014' },
    });
  });
});

test('a server that does not answer is reported without its password', async () => {
  const opening = openDatabase({ url: 'postgresql://user:hunter2@127.0.0.1:9/site' });
  await expect(opening).rejects.toThrow('The database at 127.0.0.1:9/site (DATABASE_URL) does not answer');
  await expect(opening).rejects.not.toThrow('hunter2');
});

async function backend(tx: Pick<Database['db'], 'execute'>): Promise<number> {
  const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return rows[0]?.pid ?? 0;
}

async function cutConnections({ db }: Database, name: string, pid?: number): Promise<void> {
  const which = pid === undefined ? sql`pid <> pg_backend_pid()` : sql`pid = ${pid}`;
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${name} and datname = current_database() and ${which}`);
}
