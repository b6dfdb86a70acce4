import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

const POLL_OPTIONS = { timeout: 30_000, interval: 20 };

describe.each(DATABASE_KINDS)('what readers see after a write, on the %s database', (databaseKind) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp({ databaseKind });
  });
  afterEach(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();

  test('a page stays the same until one of its tags is invalidated, then it is re-rendered', async () => {
    const article = await makeArticle(app.database, {
      slug: 'story',
      title: 'Before',
      categorySlug: 'sports',
    });
    expect(await text('/article/story')).toContain('Before');
    await app.database.transaction(async (tx) => {
      await tx.update(articles).set({ title: 'After' }).where(eq(articles.id, article.id));
      tx.invalidate('section:culture');
    });
    expect(await text('/article/story')).toContain('Before');
    await app.database.transaction(async (tx) => tx.invalidate(pageTags.article(article.id)));
    await expect.poll(() => text('/article/story'), POLL_OPTIONS).toContain('After');
    expect(await text('/article/story')).not.toContain('Before');
  });

  test('an unpublished article disappears immediately from its own page and every listing', async () => {
    const article = await makeArticle(app.database, {
      slug: 'story',
      title: 'Withdrawn',
      categorySlug: 'sports',
    });
    const lists = ['/articles', '/sports'];
    for (const path of [...lists, '/article/story']) expect(await text(path)).toContain('Withdrawn');
    await app.database.transaction(async (tx) => {
      await tx.update(articles).set({ isDraft: true }).where(eq(articles.id, article.id));
      tx.purge(pageTags.article(article.id), pageTags.list, pageTags.section('sports'));
    });
    const response = await app.fetch('/article/story');
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('Withdrawn');
    for (const path of lists) expect(await text(path)).not.toContain('Withdrawn');
  });
});

describe('while the database is unavailable', () => {
  test('stored pages are served, others answer 503, and none looks empty or missing', async () => {
    const app = await testApp();
    await makeArticle(app.database, { slug: 'story', categorySlug: 'sports' });
    const before = await (await app.fetch('/sports')).text();
    await app.database.close();
    expect(await (await app.fetch('/sports')).text()).toBe(before);
    for (const path of ['/articles', '/culture', '/article/story', '/article/unknown']) {
      const response = await app.fetch(path);
      expect([path, response.status]).toEqual([path, 503]);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const html = await response.text();
      expect(html).toContain('Back in a moment');
      expect(html).toContain('name="robots" content="noindex"');
      expect(html).not.toMatch(/No articles|not found/i);
    }
    expect((await app.fetch('/about')).status).toBe(200);
    expect((await app.fetch('/readyz')).status).toBe(503);
    expect((await app.fetch('/healthz')).status).toBe(200);
    await app.close();
  });
});
