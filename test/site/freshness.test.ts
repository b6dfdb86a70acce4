import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageTags } from '#domain/articles/tags.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { kindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';

const KINDS = kindsFor(import.meta.filename);

const PATIENCE = { timeout: 5_000, interval: 20 };

describe.each(KINDS)('what readers see after a write, on the %s database', (on) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp({ on });
  }, 30_000);
  afterEach(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();

  test('a page is the same until something it shows is touched, and then it is new', async () => {
    const article = await makeArticle(app.database, {
      slug: 'story',
      title: 'Before',
      categorySlug: 'sports',
    });
    expect(await text('/article/story')).toContain('Before');
    await app.database.transaction(async (tx) => {
      await tx.update(articles).set({ title: 'After' }).where(eq(articles.id, article.id));
      tx.touch('section:culture');
    });
    expect(await text('/article/story')).toContain('Before');
    await app.database.transaction(async (tx) => tx.touch(pageTags.article(article.id)));
    await expect.poll(() => text('/article/story'), PATIENCE).toContain('After');
    expect(await text('/article/story')).not.toContain('Before');
  });

  test('what is taken down is gone at once, from its own page and from every list', async () => {
    const article = await makeArticle(app.database, {
      slug: 'story',
      title: 'Withdrawn',
      categorySlug: 'sports',
    });
    const lists = ['/articles', '/sports'];
    for (const path of [...lists, '/article/story']) expect(await text(path)).toContain('Withdrawn');
    await app.database.transaction(async (tx) => {
      await tx.update(articles).set({ isDraft: true }).where(eq(articles.id, article.id));
      tx.drop(pageTags.article(article.id), pageTags.list, pageTags.section('sports'));
    });
    const answer = await app.fetch('/article/story');
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('Withdrawn');
    for (const path of lists) expect(await text(path)).not.toContain('Withdrawn');
  });
});

describe('while the database is away', () => {
  test('kept pages are served on, others say so, and nothing looks empty or missing', async () => {
    const app = await testApp();
    await makeArticle(app.database, { slug: 'story', categorySlug: 'sports' });
    const before = await (await app.fetch('/sports')).text();
    await app.database.close();
    expect(await (await app.fetch('/sports')).text()).toBe(before);
    for (const path of ['/articles', '/culture', '/article/story', '/article/unknown']) {
      const answer = await app.fetch(path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const html = await answer.text();
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
