import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { COMMENT_PAGE_SIZE } from '#domain/comments/comment.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import { GuardedPool } from '#platform/db/guarded-pool.server.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeComment } from '../factories.ts';

/** The comments of an article in the API. */
const COMMENTS = '/api/articles/discussed/comments';

describe.each(DATABASE_KINDS)('a page rendered from the %s database', (databaseKind) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { PAGE_CACHE_MB: '0' } });
    for (let number = 0; number < 30; number += 1)
      await makeArticle(app.database, {
        slug: `piece-${number}`,
        categorySlug: 'sports',
        tags: ['Rain'],
        featured: number === 3,
      });
    const discussed = await makeArticle(app.database, { slug: 'discussed', categorySlug: 'sports' });
    for (let number = 0; number <= COMMENT_PAGE_SIZE; number += 1) await makeComment(app.database, discussed);
    // The settings are read once and cached.
    await app.fetch('/article/discussed');
  });

  afterAll(() => app.close());

  test.each([
    ['/article/discussed', 1],
    ['/article/piece-1', 1],
    ['/article/discussed?comments=2', 2],
    ['/articles', 1],
    ['/articles?page=2', 1],
    ['/sports', 1],
    ['/sports?page=2', 1],
    ['/tag/rain', 1],
    ['/tag/rain?page=3', 1],
    ['/', 0],
  ])('%s runs %i queries', async (path, times) => {
    const asked = vi.spyOn(GuardedPool.prototype, 'connect');
    try {
      const response = await app.fetch(path);
      expect(response.status).toBe(200);
      expect(asked).toHaveBeenCalledTimes(times);
    } finally {
      asked.mockRestore();
    }
  });

  test.each(['automatic', 'picked'] as const)(
    'the home page runs one query for the latest articles: %s',
    async (mode) => {
      await app.database.transaction((tx) => storeSettings(tx, null, { home_latest: mode }));
      await app.fetch('/');
      const asked = vi.spyOn(GuardedPool.prototype, 'connect');
      try {
        expect((await app.fetch('/')).status).toBe(200);
        expect(asked).toHaveBeenCalledTimes(1);
      } finally {
        asked.mockRestore();
        await app.database.transaction((tx) => storeSettings(tx, null, { home_latest: 'off' }));
      }
    },
  );

  // PostgreSQL plans the first five executions of a prepared statement with the values of its parameters.
  test('the plans of the first pages are made once', async () => {
    const connection = async () => {
      const { rows } = await app.database.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      return rows[0]?.pid;
    };
    const listStatements = async () => {
      const before = await connection();
      for (const path of ['/article/discussed', COMMENTS, '/articles', '/sports', '/tag/rain'])
        for (let request = 0; request < 8; request += 1) await app.fetch(path);
      const { rows } = await app.database.db.execute<{ name: string; statement: string; isKept: boolean }>(
        sql`select name, statement, generic_plans > 0 as "isKept" from pg_prepared_statements`,
      );
      // The plans belong to a connection, which is replaced if it is idle for ten seconds.
      return before === (await connection()) ? rows : null;
    };
    let rows = await listStatements();
    for (let attempt = 1; rows === null && attempt < 5; attempt += 1) rows = await listStatements();
    for (const name of [
      'discussed_article',
      'discussion_first',
      'articles_listing_first',
      'section_listing_first',
      'tag_listing_first',
    ]) {
      const statement = rows?.find((row) => row.name === name);
      expect(statement).toMatchObject({ name, isKept: true });
      expect(statement?.statement).not.toMatch(/(?:limit|offset) \$/);
    }
  });
});
