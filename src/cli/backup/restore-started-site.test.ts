import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { unknownAddresses } from '#domain/redirects/tables.server.ts';
import { articleViews, pageViews, referrerViews } from '#domain/statistics/tables.server.ts';
import { type TestApp, testApp } from '../../../test/app.ts';
import { databases, openEmbeddedTestDatabase } from '../../../test/databases.ts';
import { makeArticle, makeComment } from '../../../test/factories.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';
import { USER_DATA } from './seed-rows.server.ts';
import { listTables } from './table-catalog.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-restore-started-'));
const file = join(folder, 'backup.tar.gz');
const COUNTS = [pageViews, articleViews, referrerViews, unknownAddresses];

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
};

/** What a reader and a robot leave behind who only look: page views, a referring site, an unknown address. */
async function visit(app: TestApp): Promise<void> {
  const listing = await (await app.fetch('/articles', { headers: BROWSER })).text();
  const [article = ''] = /\/article\/[a-z0-9-]+/.exec(listing) ?? [];
  const referer = 'https://elsewhere.example/';
  for (const path of ['/', article, '/search?q=rain', '/feed.xml', '/api/articles', '/admin', '/login'])
    expect((await app.fetch(path, { headers: { ...BROWSER, referer } })).status).toBe(200);
  for (const path of ['/nowhere', '/article/nothing', '/wp-login.php'])
    expect((await app.fetch(path, { headers: BROWSER })).status).toBe(404);
  const credentials = JSON.stringify({ email: 'somebody@example.org', password: 'a guess of a robot' });
  const headers = { 'content-type': 'application/json' };
  const signIn = await app.fetch('/api/sessions', { method: 'POST', headers, body: credentials });
  expect(signIn.status).toBe(401);
  await app.jobs.runDue();
}

describe('restoring into a site that is in use', () => {
  let names: string[];
  beforeAll(async () => {
    const original = await openEmbeddedTestDatabase();
    await makeComment(
      original.database,
      await makeArticle(original.database, { slug: 'ours', title: 'Ours' }),
    );
    const dataDir = join(folder, 'original');
    mkdirSync(dataDir);
    await backup.run([file], commandContext(original.database, dataDir));
    names = (await original.database.maintain(listTables)).map(({ name }) => name);
    await original.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('every table has a condition for user data', () => {
    expect(Object.keys(USER_DATA).toSorted()).toEqual(names.toSorted());
  });

  test.each(databases)(
    'works on a started site that has only samples, jobs and visitors, on the $name database',
    async ({ name, open }) => {
      const dataDir = join(folder, `started-${name}`);
      mkdirSync(dataDir);
      const testDatabase = await open();
      const before = await testApp({
        testDatabase: { ...testDatabase, close: () => Promise.resolve() },
        samples: true,
        dataDir,
      });
      await before.jobs.runDue();
      expect(await testDatabase.database.db.$count(images)).toBeGreaterThan(3);
      await visit(before);
      // Closing stores the counts of page views and unknown addresses.
      await before.close();
      for (const table of COUNTS) expect(await testDatabase.database.db.$count(table)).toBeGreaterThan(0);

      const app = await testApp({ testDatabase, samples: true, dataDir });
      expect(await (await app.fetch('/api/articles')).text()).toContain('"slug"');
      await restore.run([file], commandContext(app.database, dataDir));
      const { rows } = await app.database.db.execute(sql`select title from articles`);
      expect(rows).toEqual([{ title: 'Ours' }]);
      const listed = (await (await app.fetch('/api/articles')).json()) as { articles: { slug: string }[] };
      expect(JSON.stringify(listed).match(/"slug":"[^"]*"/g)).toContain('"slug":"ours"');
      const { rows: counted } = await app.database.db.execute(
        sql`select sum(published)::int as published from published_counts`,
      );
      expect(counted).toEqual([{ published: 1 }]);
      for (const table of COUNTS) expect(await app.database.db.$count(table)).toBe(0);
      await app.jobs.runDue();
      // The restored data counts as user data and is not overwritten.
      await expect(restore.run([file], commandContext(app.database, dataDir))).rejects.toThrow(
        /The site is not empty \(there are rows in .*articles.*\), and a restore never overwrites/,
      );
      await app.close();
    },
  );
});
