import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeSamples } from '#domain/articles/samples.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { KINDS, type TestApp, testApp } from '../app.ts';
import { type ApiArticle, MANUSCRIPT, type NewsroomDesk, newsroomDesk } from '../desk.ts';

const PATIENCE = { timeout: 10_000, interval: 20 };

describe.each(KINDS)('the address of a deleted article, on the %s database', (on) => {
  let app: TestApp;
  let desk: NewsroomDesk;
  beforeAll(async () => {
    app = await testApp({ on });
    desk = await newsroomDesk(app);
  });
  afterAll(() => app.close());

  const statusOf = async (path: string) => (await app.fetch(path)).status;
  const remove = async ({ id }: ApiArticle) =>
    expect((await desk.ask('DELETE', `/articles/${id}`)).status).toBe(204);

  test('answers 410 with a page of the site, and 410 on the API', async () => {
    const article = await desk.create({ slug: 'first-address', title: 'Secret title', is_draft: false });
    const moved = (await desk.save(article, { slug: 'second-address' })).body;
    expect(await statusOf('/article/first-address')).toBe(301);
    await remove(moved);
    for (const slug of ['first-address', 'second-address']) {
      // Twice: rendered, then from memory.
      for (const path of [`/article/${slug}`, `/article/${slug}`, `/article/${slug}/comments`]) {
        const response = await app.fetch(path);
        const html = await response.text();
        expect([path, response.status]).toEqual([path, 410]);
        expect(response.headers.get('cache-control')).toBe('no-cache');
        expect(html).toContain('<h1 class="mt-4 text-3xl">This article was removed</h1>');
        expect(html).toContain('Return to Home');
        expect(html).toContain('<meta name="robots" content="noindex"');
        expect(html).not.toContain('Secret title');
        expect(html).not.toContain('data-not-found');
      }
      for (const path of [`/api/articles/${slug}`, `/api/articles/${slug}/comments`]) {
        const response = await app.fetch(path);
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([
          path,
          410,
          'no-store',
        ]);
        expect(await response.json()).toMatchObject({ code: 'gone', status: 410 });
      }
    }
    const listing = await (await app.fetch('/articles')).text();
    expect(listing).not.toContain('second-address');
  });

  test('answers 410 to a comment from a plain form', async () => {
    await remove(await desk.create({ slug: 'commented', is_draft: false }));
    const response = await app.fetch('/article/commented/comments', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'user_email=a%40b.example&comment_text=Hello',
    });
    expect(response.status).toBe(410);
  });

  test('answers 404 as ever when readers never saw an article there', async () => {
    const draft = await desk.create({ slug: 'never-public' });
    const renamed = (await desk.save(draft, { slug: 'never-public-either' })).body;
    await remove((await desk.save(renamed, { slug: 'public-only-here', is_draft: false })).body);
    for (const slug of ['never-public', 'never-public-either', 'unknown'])
      for (const path of [`/article/${slug}`, `/api/articles/${slug}`])
        expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect(await statusOf('/article/public-only-here')).toBe(410);
  });

  test('answers 410 also when the article was taken offline before', async () => {
    const article = await desk.create({ slug: 'offline-first', is_draft: false });
    const offline = (await desk.save(article, { is_draft: true })).body;
    expect(await statusOf('/article/offline-first')).toBe(404);
    await remove(offline);
    expect(await statusOf('/article/offline-first')).toBe(410);
  });

  // The embedded database does one transaction after the other.
  test.runIf(on === 'server')(
    'answers 410 also when the article was published while it was deleted',
    async () => {
      const { db } = app.database;
      const draft = await desk.create({ slug: 'published-meanwhile' });
      const waiting = async () =>
        (
          await db.execute(sql`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        ).rows;
      const held = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const holding = app.database.transaction(async (tx) => {
        await tx.select().from(articles).where(eq(articles.id, draft.id)).for('update');
        held.resolve();
        await released.promise;
      });
      await held.promise;
      // Both wait for the row, the one that publishes first.
      const saving = desk.save(draft, { is_draft: false });
      await expect.poll(waiting, PATIENCE).toEqual([{ count: 1 }]);
      const removing = remove(draft);
      await expect.poll(waiting, PATIENCE).toEqual([{ count: 2 }]);
      released.resolve();
      await holding;
      expect((await saving).status).toBe(200);
      await removing;
      expect(await statusOf('/article/published-meanwhile')).toBe(410);
      expect(await statusOf('/api/articles/published-meanwhile')).toBe(410);
    },
  );

  test('leads to a new article at once, and tells nothing of its draft before', async () => {
    await remove(await desk.create({ slug: 'used-again', is_draft: false }));
    expect(await statusOf('/article/used-again')).toBe(410);
    const draft = await desk.create({ slug: 'used-again', title: 'The next one' });
    expect(await statusOf('/article/used-again')).toBe(410);
    const published = (await desk.save(draft, { is_draft: false })).body;
    expect(await statusOf('/article/used-again')).toBe(200);
    expect(await statusOf('/api/articles/used-again')).toBe(200);
    await desk.save(published, { is_draft: true });
    expect(await statusOf('/article/used-again')).toBe(404);
  });

  test('leads to an article that moves there', async () => {
    await remove(await desk.create({ slug: 'taken-over', is_draft: false }));
    expect(await statusOf('/article/taken-over')).toBe(410);
    const other = await desk.create({ slug: 'somewhere-else', is_draft: false });
    expect((await desk.save(other, { slug: 'taken-over' })).status).toBe(200);
    expect(await statusOf('/article/taken-over')).toBe(200);
    expect(await statusOf('/article/somewhere-else')).toBe(301);
  });

  test('is not remembered of samples', async () => {
    const withSamples = await testApp({ on, samples: true });
    try {
      const samples = (await (await withSamples.fetch('/api/articles')).json()) as {
        articles: { slug: string }[];
      };
      await removeSamples(withSamples.database);
      expect((await withSamples.fetch(`/article/${samples.articles[0]?.slug}`)).status).toBe(404);
    } finally {
      await withSamples.close();
    }
  });

  test('a draft that is created there is public under its own rules', async () => {
    const created = await desk.ask<ApiArticle>('POST', '/articles', {
      ...MANUSCRIPT,
      slug: 'first-address',
      is_draft: false,
    });
    expect(created.status).toBe(201);
    expect(await statusOf('/article/first-address')).toBe(200);
  });
});
