import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { DATABASE_KINDS, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';

describe.each(DATABASE_KINDS)('the listing of all articles, on the %s database', (databaseKind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
  });
  beforeEach(() =>
    app.database.transaction(async (tx) => {
      await tx.delete(articles);
      tx.purge('*');
    }),
  );
  afterAll(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();
  const titles = async (path = '/articles') =>
    Array.from((await text(path)).matchAll(/<h2[^>]*>(?:<a[^>]*>)?(Piece[^<]*)/g), ([, title]) => title);

  test('has a featured article first, and twelve others on a page', async () => {
    for (let number = 1; number <= 26; number++) {
      const publishDate = new Date(Date.UTC(2025, 0, number));
      await makeArticle(app.database, { title: `Piece ${number}`, featured: number === 5, publishDate });
    }
    const pages = [await titles(), await titles('/articles?page=2'), await titles('/articles?page=3')];
    expect(pages.map((page) => page.length)).toEqual([13, 12, 1]);
    expect(new Set(pages.flat()).size).toBe(26);
    expect(pages[0]?.slice(0, 2)).toEqual(['Piece 5', 'Piece 26']);
    expect(await text('/articles')).toContain('Read Full Article');
    expect((await app.fetch('/articles?page=4')).status).toBe(404);
    const second = await text('/articles?page=2&utm_source=x');
    expect(second).toContain(`<link rel="canonical" href="${PUBLIC_URL}/articles?page=2"/>`);
  });

  test('shows a new article immediately, and only the grid without a featured one', async () => {
    expect(await titles()).toEqual([]);
    await makeArticle(app.database, { title: 'Piece fresh' });
    await expect.poll(() => titles()).toEqual(['Piece fresh']);
    expect(await text('/articles')).not.toContain('Read Full Article');
  });
});
