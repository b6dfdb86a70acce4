import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE_KINDS, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';

describe.each(DATABASE_KINDS)('the listing of all articles, on the %s database', (databaseKind) => {
  let app: TestApp;

  beforeEach(async () => {
    app = await testApp({ databaseKind });
  });

  afterEach(() => app.close());

  const listing = async (path = '/articles') => {
    const html = await (await app.fetch(path)).text();
    return Array.from(html.matchAll(/<h2[^>]*>(?:<a[^>]*>)?([^<]+)/g), ([, title]) => title).filter((title) =>
      title?.startsWith('Piece'),
    );
  };

  const day = (number: number) => new Date(Date.UTC(2025, 0, number));

  test('begins with the newest featured article and lists the other featured ones', async () => {
    await makeArticle(app.database, { title: 'Piece old featured', featured: true, publishDate: day(1) });
    await makeArticle(app.database, { title: 'Piece new featured', featured: true, publishDate: day(3) });
    await makeArticle(app.database, { title: 'Piece newest', publishDate: day(5) });
    await makeArticle(app.database, { title: 'Piece oldest', publishDate: day(0) });
    expect(await listing()).toEqual([
      'Piece new featured',
      'Piece newest',
      'Piece old featured',
      'Piece oldest',
    ]);
    expect(await (await app.fetch('/articles')).text()).toContain('Read Full Article');
  });

  test('shows only the grid without a featured article', async () => {
    await makeArticle(app.database, { title: 'Piece one', publishDate: day(1) });
    expect(await listing()).toEqual(['Piece one']);
    expect(await (await app.fetch('/articles')).text()).not.toContain('Read Full Article');
  });

  test('lists twelve articles on a page besides the featured one, each article once', async () => {
    for (let number = 1; number <= 26; number++)
      await makeArticle(app.database, {
        title: `Piece ${number}`,
        featured: number === 5,
        publishDate: day(number),
      });
    const pages = [await listing(), await listing('/articles?page=2'), await listing('/articles?page=3')];
    expect(pages.map((page) => page.length)).toEqual([13, 12, 1]);
    expect(new Set(pages.flat()).size).toBe(26);
    expect(pages[0]?.slice(0, 2)).toEqual(['Piece 5', 'Piece 26']);
    expect((await app.fetch('/articles?page=4')).status).toBe(404);
  });

  test('each page is its own canonical URL', async () => {
    for (let number = 1; number <= 14; number++) await makeArticle(app.database);
    const second = await (await app.fetch('/articles?page=2&utm_source=x')).text();
    expect(second).toContain(`<link rel="canonical" href="${PUBLIC_URL}/articles?page=2"/>`);
  });

  test('shows a new article immediately', async () => {
    expect(await listing()).toEqual([]);
    await makeArticle(app.database, { title: 'Piece fresh' });
    await expect.poll(() => listing()).toEqual(['Piece fresh']);
  });

  test('the navigation link is marked as current on every page of a listing', async () => {
    for (let number = 0; number < 13; number += 1)
      await makeArticle(app.database, { categorySlug: 'african-affairs' });
    const marked = async (path: string) => {
      const html = await (await app.fetch(path)).text();
      const [main = ''] = /<header[\s\S]*?<\/header>/.exec(html) ?? [];
      return Array.from(main.matchAll(/<a[^>]*href="([^"]*)"[^>]*aria-current="page"/g), ([, to]) => to);
    };
    for (const path of ['/articles', '/articles/african-affairs'])
      for (const query of ['', '?page=2'])
        expect([path + query, new Set(await marked(path + query))]).toEqual([path + query, new Set([path])]);
    expect(await (await app.fetch('/articles?page=2')).text()).toContain('<details open="">');
  });
});
