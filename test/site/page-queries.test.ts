import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { COMMENT_PAGE_SIZE } from '#domain/comments/comment.ts';
import { GuardedPool } from '#platform/db/guarded-pool.server.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeComment } from '../factories.ts';

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
});
