import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { DATABASE_KINDS } from '../app.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

const POLL_OPTIONS = { timeout: 10_000, interval: 20 };

describe.each(DATABASE_KINDS)('the address of a deleted article, on the %s database', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind });

  const { statusOf } = site;
  const remove = async ({ id }: ApiArticle) =>
    expect((await site.newsroom.request('DELETE', `/articles/${id}`)).status).toBe(204);
  /** After this, other articles can use the slug. */
  const purge = async (article: ApiArticle) => {
    await remove(article);
    expect((await site.newsroom.request('DELETE', `/trash/${article.id}`)).status).toBe(204);
  };

  test('answers 410 with a page of the site, and 410 on the API', async () => {
    const article = await site.newsroom.create({
      slug: 'first-address',
      title: 'Secret title',
      is_draft: false,
    });
    const moved = (await site.newsroom.save(article, { slug: 'second-address' })).body;
    expect(await statusOf('/article/first-address')).toBe(301);
    const comments = (await site.app.fetch('/article/first-address/comments')).headers.get('location');
    expect(comments).toBe('/article/second-address#comments');
    await remove(moved);
    for (const slug of ['first-address', 'second-address']) {
      const comment = `/article/${slug}/comments/${uuidv7(Date.now())}`;
      // Twice: rendered, then from the page cache.
      for (const path of [`/article/${slug}`, `/article/${slug}`, `/article/${slug}/comments`, comment]) {
        const response = await site.app.fetch(path);
        const html = await response.text();
        expect([path, response.status]).toEqual([path, 410]);
        expect(response.headers.get('cache-control')).toBe('no-cache');
        expect(html).toContain('<h1 class="mt-4 text-3xl">This page was removed</h1>');
        expect(html).toContain('<meta name="robots" content="noindex"');
        expect(html).not.toContain('Secret title');
        expect(html).not.toContain('data-not-found');
      }
      for (const path of [`/api/articles/${slug}`, `/api/articles/${slug}/comments`]) {
        const response = await site.app.fetch(path);
        const { status, headers } = response;
        expect([path, status, headers.get('cache-control')]).toEqual([path, 410, 'no-store']);
        expect(await response.json()).toMatchObject({ code: 'gone', status: 410 });
      }
    }
    expect(await site.text('/articles')).not.toContain('second-address');
  });

  test('answers 404 when readers never saw an article there', async () => {
    const draft = await site.newsroom.create({ slug: 'never-public' });
    const renamed = (await site.newsroom.save(draft, { slug: 'never-public-either' })).body;
    await remove((await site.newsroom.save(renamed, { slug: 'public-only-here', is_draft: false })).body);
    for (const slug of ['never-public', 'never-public-either', 'unknown'])
      for (const path of [`/article/${slug}`, `/api/articles/${slug}`])
        expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect(await statusOf('/article/public-only-here')).toBe(410);
  });

  // The embedded database runs one transaction at a time.
  test.runIf(databaseKind === 'server')(
    'answers 410 when the article was published during its deletion',
    async () => {
      const { db } = site.app.database;
      const draft = await site.newsroom.create({ slug: 'published-meanwhile' });
      const lock = sql`(select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`;
      const waiting = () => db.$count(lock);
      const locked = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const holding = site.app.database.transaction(async (tx) => {
        await tx.select().from(articles).where(eq(articles.id, draft.id)).for('update');
        locked.resolve();
        await released.promise;
      });
      await locked.promise;
      // Both wait for the row lock; the publishing save is first.
      const saving = site.newsroom.save(draft, { is_draft: false });
      await expect.poll(waiting, POLL_OPTIONS).toBe(1);
      const removing = remove(draft);
      await expect.poll(waiting, POLL_OPTIONS).toBe(2);
      released.resolve();
      await holding;
      expect((await saving).status).toBe(200);
      await removing;
      expect(await statusOf('/article/published-meanwhile')).toBe(410);
      expect(await statusOf('/api/articles/published-meanwhile')).toBe(410);
    },
  );

  test('shows a new article immediately, and reveals nothing of its draft before', async () => {
    await purge(await site.newsroom.create({ slug: 'used-again', is_draft: false }));
    expect(await statusOf('/article/used-again')).toBe(410);
    const draft = await site.newsroom.create({ slug: 'used-again', title: 'The next one' });
    expect(await statusOf('/article/used-again')).toBe(410);
    const published = (await site.newsroom.save(draft, { is_draft: false })).body;
    expect(await statusOf('/article/used-again')).toBe(200);
    expect(await statusOf('/api/articles/used-again')).toBe(200);
    await site.newsroom.save(published, { is_draft: true });
    expect(await statusOf('/article/used-again')).toBe(404);
    await purge(await site.newsroom.create({ slug: 'taken-over', is_draft: false }));
    expect(await statusOf('/article/taken-over')).toBe(410);
    const other = await site.newsroom.create({ slug: 'somewhere-else', is_draft: false });
    expect((await site.newsroom.save(other, { slug: 'taken-over' })).status).toBe(200);
    expect(await statusOf('/article/taken-over')).toBe(200);
  });
});
