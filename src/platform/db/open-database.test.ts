import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { databases } from '../../../test/databases.ts';
import { useDatabase } from '../../../test/use-database.ts';

const draft = (slug: string) => ({
  slug,
  title: 'A title',
  excerpt: 'An excerpt',
  content: '<p>Text</p>',
  categorySlug: 'sports',
});

describe.each(databases)('the $name database', ({ open }) => {
  const opened = useDatabase(open);

  test('a transaction notifies listeners after the commit and before it resolves', async () => {
    const { database } = opened;
    const changes: { tags: readonly string[]; seen: Promise<number> }[] = [];
    const stop = database.onChange((tags) => changes.push({ tags, seen: database.db.$count(articles) }));
    const value = await database.transaction(async (tx) => {
      await tx.insert(articles).values(draft('first'));
      tx.invalidate('list', 'section:sports');
      tx.invalidate('list');
      expect(changes).toEqual([]);
      return 'done';
    });
    stop();
    expect(value).toBe('done');
    expect(changes.map(({ tags }) => tags)).toEqual([['list', 'section:sports']]);
    expect(await changes[0]?.seen).toBe(1);
  });

  test('a failed transaction is rolled back, notifies no listeners and rejects with its own error', async () => {
    const { database } = opened;
    const changes: unknown[] = [];
    const stop = database.onChange((tags) => changes.push(tags));
    const work = database.transaction(async (tx) => {
      await tx.insert(articles).values(draft('second'));
      tx.invalidate('list');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    stop();
    expect(changes).toEqual([]);
    expect(await database.db.$count(articles, sql`slug = 'second'`)).toBe(0);
  });

  test('an error of a listener does not reject the transaction', async () => {
    const { database } = opened;
    const stop = database.onChange(() => {
      throw new Error('a broken listener');
    });
    const write = database.transaction(async (tx) => tx.invalidate('list'));
    await expect(write).resolves.toBeUndefined();
    stop();
  });

  test('a query without the transaction handle inside a transaction throws instead of deadlocking', async () => {
    const { database } = opened;
    const query = database.transaction(async () => database.db.$count(articles));
    await expect(query).rejects.toMatchObject({
      cause: { message: expect.stringContaining('must use the handle') },
    });
    const nested = database.transaction(async () => database.transaction(async () => {}));
    await expect(nested).rejects.toThrow('must use the handle');
    expect(await database.db.$count(articles)).toBe(1);
  });

  test('maintain provides a connection without timeouts and resets it afterwards', async () => {
    const limit = () =>
      opened.database.db.execute<{ statement_timeout: string }>(sql`show statement_timeout`);
    const before = (await limit()).rows;
    const inside = await opened.database.maintain(
      async (client) => (await client.query('show statement_timeout')).rows,
    );
    expect(inside).toEqual([{ statement_timeout: '0' }]);
    expect((await limit()).rows).toEqual(before);
  });
});
