import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { openEmbeddedTestDatabase, type TestDatabase } from './databases.ts';
import { closeIdleHosts } from './embedded-host-pool.ts';
import { makeArticle, makeComment } from './factories.ts';

afterAll(closeIdleHosts);

const startTime = async ({ db }: Database) =>
  (await db.execute(sql`select pg_postmaster_start_time()::text`)).rows;
const counts = async ({ db }: Database) =>
  (
    await db.execute(sql`select
      (select count(*)::int from articles) as articles, (select count(*)::int from comments) as comments,
      (select count(*)::int from article_terms) as terms, (select count(*)::int from jobs) as jobs,
      (select json_agg(categories order by slug) from categories) as categories,
      (select json_agg(published_counts order by category_slug) from published_counts) as published`)
  ).rows;

/** Opens a database, uses it, closes it and opens another. Tells whether the second is the same process. */
async function openTwice(use: (opened: TestDatabase) => Promise<unknown>) {
  const first = await openEmbeddedTestDatabase();
  const before = { counts: await counts(first.database), startTime: await startTime(first.database) };
  await use(first);
  await first.close();
  const second = await openEmbeddedTestDatabase();
  const after = { counts: await counts(second.database), startTime: await startTime(second.database) };
  const insertion = makeComment(second.database, await makeArticle(second.database));
  await expect(insertion).resolves.toBeDefined();
  await second.close();
  expect(after.counts).toEqual(before.counts);
  return {
    reused: JSON.stringify(after.startTime) === JSON.stringify(before.startTime),
    counts: after.counts,
  };
}

test('reuses a database and restores the rows of a new one', async () => {
  const { reused, counts: rowCounts } = await openTwice(async ({ database }) => {
    await makeComment(database, await makeArticle(database));
    await database.db.execute(sql`update categories set id = gen_random_uuid() where slug = 'sports'`);
    await database.db.execute(sql`begin`);
    await database.db.execute(sql`update published_counts set total = 7`);
  });
  expect(reused).toBe(true);
  expect(rowCounts).toMatchObject([{ articles: 0, comments: 0, terms: 0, jobs: 0 }]);
});

test.each([
  ['a table', `create table left_behind (number int)`],
  ['a disabled trigger', `alter table articles disable trigger all`],
  [
    'a view with another condition',
    `do $$ begin execute 'create or replace view published_articles as select * from ('
      || rtrim(pg_get_viewdef('published_articles'), ';') || ') as shown where false'; end $$`,
  ],
  ['a setting', `alter database postgres set work_mem = '64kB'`],
  [
    'many megabytes',
    `insert into jobs (id, kind, payload, due_at, lease_seconds, max_attempts)
      select gen_random_uuid(), 'large', '{}', now(), 1, 1 from generate_series(1, 200000)`,
  ],
])('does not reuse a database in which a test has left %s', async (_, change) => {
  const { reused } = await openTwice(({ database }) => database.maintain((client) => client.query(change)));
  expect(reused).toBe(false);
});

test('gives two tests two databases at the same time', async () => {
  const [one, other] = await Promise.all([openEmbeddedTestDatabase(), openEmbeddedTestDatabase()]);
  await makeArticle(one.database);
  expect(await counts(other.database)).not.toEqual(await counts(one.database));
  await Promise.all([one.close(), other.close()]);
});
