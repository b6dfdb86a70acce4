import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { categories } from '#domain/categories/tables.server.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';

const draft = (slug: string) => ({
  slug,
  title: 'A title',
  excerpt: 'An excerpt',
  content: '<p>Text</p>',
  categorySlug: 'sports',
});

describe.each(databases)('the $name database', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  }, 30_000);
  afterAll(() => opened.close());

  test('is migrated: the sections are there', async () => {
    expect(await opened.database.db.$count(categories)).toBe(12);
  });

  test('a transaction tells what it touched after the commit and before it resolves', async () => {
    const { database } = opened;
    const heard: { tags: readonly string[]; seen: Promise<number> }[] = [];
    const stop = database.onChange((tags) => heard.push({ tags, seen: database.db.$count(articles) }));
    const value = await database.transaction(async (tx) => {
      await tx.insert(articles).values(draft('first'));
      tx.touch('list', 'section:sports');
      tx.touch('list');
      expect(heard).toEqual([]);
      return 'done';
    });
    stop();
    expect(value).toBe('done');
    expect(heard.map(({ tags }) => tags)).toEqual([['list', 'section:sports']]);
    expect(await heard[0]?.seen).toBe(1);
  });

  test('a transaction that fails leaves nothing, tells nothing and gives its own error', async () => {
    const { database } = opened;
    const heard: unknown[] = [];
    const stop = database.onChange((tags) => heard.push(tags));
    const work = database.transaction(async (tx) => {
      await tx.insert(articles).values(draft('second'));
      tx.touch('list');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    stop();
    expect(heard).toEqual([]);
    expect(await database.db.$count(articles, sql`slug = 'second'`)).toBe(0);
  });

  test('a listener that fails does not make the write look failed', async () => {
    const { database } = opened;
    const stop = database.onChange(() => {
      throw new Error('a broken listener');
    });
    const write = database.transaction(async (tx) => tx.touch('list'));
    await expect(write).resolves.toBeUndefined();
    stop();
  });

  test('a query outside the handle of a transaction is refused instead of waiting for ever', async () => {
    const { database } = opened;
    const mistake = database.transaction(async () => database.db.$count(articles));
    await expect(mistake).rejects.toMatchObject({
      cause: { message: expect.stringContaining('must use the handle') },
    });
    const nested = database.transaction(async () => database.transaction(async () => {}));
    await expect(nested).rejects.toThrow('must use the handle');
    expect(await database.db.$count(articles)).toBe(1);
  });

  test('the database refuses what the rules forbid', async () => {
    const { db } = opened.database;
    const refused = (values: Partial<typeof articles.$inferInsert>, code: string) =>
      expect(db.insert(articles).values({ ...draft('refused'), ...values })).rejects.toMatchObject({
        cause: { code },
      });
    const CHECK = '23514';
    await refused({ slug: 'Not A Slug' }, CHECK);
    await refused({ slug: 'a'.repeat(81) }, CHECK);
    await refused({ slug: '' }, CHECK);
    await refused({ title: '' }, CHECK);
    await refused({ excerpt: 'x'.repeat(1001) }, CHECK);
    await refused({ content: 'x'.repeat(2 * 1024 * 1024 + 1) }, CHECK);
    await refused({ isDraft: false }, CHECK);
    await refused({ categorySlug: 'gardening' }, '23503');
    await refused({ slug: 'first' }, '23505');
  });

  test('says that it can be written to', async () => {
    await expect(opened.database.checkWritable()).resolves.toBeUndefined();
  });

  test('lends a connection without limits and takes it back clean', async () => {
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
