import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { INLINE_MAX_LENGTH } from '#domain/articles/html-processing.server.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { newsroomApi } from '../newsroom-api.ts';

const LONG = `<p>${'A long text. '.repeat(INLINE_MAX_LENGTH / 10)}</p>`;

describe.each(databaseKindsFor(import.meta.filename))('queries of articles (%s database)', (databaseKind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    const newsroom = await newsroomApi(app);
    const moved = await newsroom.create({ slug: 'former', is_draft: false });
    await newsroom.save(moved, { slug: 'present' });
    const deleted = await newsroom.create({ slug: 'deleted', is_draft: false });
    await newsroom.request('DELETE', `/articles/${deleted.id}`);
    await makeComment(app.database, await makeArticle(app.database, { slug: 'long', content: LONG }));
    // Stored: a request with an invalid query asks whether the page without one exists.
    await app.fetch('/article/long');
  });
  afterAll(() => app.close());

  /** The status of the response, and how many texts the thread for long ones has processed for it. */
  async function request(path: string): Promise<{ status: number; texts: number }> {
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    try {
      const { status } = await app.fetch(path);
      const isTask = (message: unknown) => (message as { html?: string }).html === LONG;
      return { status, texts: posted.mock.calls.filter(([message]) => isTask(message)).length };
    } finally {
      posted.mockRestore();
    }
  }

  test.each(['?comments=1', '?comments=x', '?comments=2', '?posted=no', '?comments=2&posted=yes'])(
    '%s is not found before the article is rendered',
    async (query) => {
      expect(await request(`/article/long${query}`)).toEqual({ status: 404, texts: 0 });
    },
  );

  test('a known one is rendered', async () => {
    expect(await request('/article/long?posted=yes')).toEqual({ status: 200, texts: 1 });
  });

  test.each(['/api/articles/long/comments', '/api/articles/long/comments?page=2'])(
    '%s does not sanitise the article',
    async (path) => {
      expect(await request(path)).toEqual({ status: path.endsWith('2') ? 404 : 200, texts: 0 });
    },
  );

  test.each([
    ['/article/former', 301],
    ['/article/deleted', 410],
    ['/article/unknown', 404],
  ])('%s answers %i whatever the query', async (path, status) => {
    for (const query of ['', '?comments=x', '?comments=7', '?posted=no'])
      expect([query, (await app.fetch(path + query)).status]).toEqual([query, status]);
  });
});
