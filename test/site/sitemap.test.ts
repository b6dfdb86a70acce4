import { Readable, type Transform } from 'node:stream';
import {
  ErrorLevel,
  type IndexItem,
  type SitemapItem,
  XMLToSitemapIndexStream,
  XMLToSitemapItemStream,
} from 'sitemap';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft, makeScheduledArticle } from '../factories.ts';

const NOW = Date.UTC(2026, 9, 20, 12, 0, 30);

describe.each(databaseKindsFor(import.meta.filename))('the sitemap, on the %s database', (databaseKind) => {
  let app: TestApp;
  let now = NOW;
  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      clock: () => new Date(now),
      env: { SITE_NAME: 'Rise & <Fall>' },
    });
  });
  afterAll(() => app.close());

  const read = async (path: string) => {
    const response = await app.fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    return response.text();
  };
  const parse = async <Item>(path: string, parser: Transform): Promise<Item[]> =>
    Readable.from([await read(path)])
      .compose(parser)
      .toArray();
  /** The parsers throw at anything that the protocol does not allow. */
  const level = ErrorLevel.THROW;
  const entries = (path: string) => parse<SitemapItem>(path, new XMLToSitemapItemStream({ level }));
  const addresses = async (path: string) =>
    (await entries(path)).map(({ url }) => url.slice(PUBLIC_URL.length));
  const parts = async () => {
    const index = await parse<IndexItem>('/sitemap.xml', new XMLToSitemapIndexStream({ level }));
    return index.map(({ url, lastmod }) => ({ path: url.slice(PUBLIC_URL.length), lastmod }));
  };
  const insert = (slug: string, publishDate: Date, updatedAt = publishDate) =>
    makeArticle(app.database, { slug, publishDate, updatedAt, image: `/media/${slug}.webp` });

  test('is announced by robots.txt, and without articles lists only the other pages', async () => {
    expect(await (await app.fetch('/robots.txt')).text()).toContain(`\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`);
    expect(await parts()).toEqual([
      { path: '/sitemap-pages.xml' },
      { path: '/sitemap-tags.xml' },
      { path: '/sitemap-news.xml' },
    ]);
    expect(await addresses('/sitemap-tags.xml')).toEqual([]);
    const pages = await addresses('/sitemap-pages.xml');
    expect(pages).toEqual(expect.arrayContaining(['/', '/articles', '/sports', '/podcasts', '/about']));
    expect(new Set(pages).size).toBe(pages.length);
    for (const page of pages) expect([page, (await app.fetch(page)).status]).toEqual([page, 200]);
    for (const hidden of ['/admin', '/login', '/api', '/your-data']) expect(pages).not.toContain(hidden);
  });

  test('lists the published articles by month, with picture and time of the last change', async () => {
    await insert('september-last', new Date(Date.UTC(2026, 8, 30, 23, 59, 59, 999)));
    await insert('october-first', new Date(Date.UTC(2026, 9, 1)), new Date(Date.UTC(2026, 9, 3, 4, 5, 6)));
    await insert('october-second', new Date(Date.UTC(2026, 9, 2)));
    await makeDraft(app.database, { slug: 'a-draft' });
    await makeScheduledArticle(app.database, { slug: 'in-the-future' });
    expect(await parts()).toEqual([
      { path: '/sitemap-pages.xml' },
      { path: '/sitemap-tags.xml' },
      { path: '/sitemap-news.xml' },
      { path: '/sitemap-articles-2026-10-1.xml', lastmod: '2026-10-03T04:05:06.000Z' },
      { path: '/sitemap-articles-2026-09-1.xml', lastmod: '2026-09-30T23:59:59.999Z' },
    ]);
    expect(await entries('/sitemap-articles-2026-10-1.xml')).toMatchObject([
      {
        url: `${PUBLIC_URL}/article/october-first`,
        lastmod: '2026-10-03T04:05:06.000Z',
        img: [{ url: `${PUBLIC_URL}/media/october-first.webp` }],
      },
      { url: `${PUBLIC_URL}/article/october-second` },
    ]);
    expect(await addresses('/sitemap-articles-2026-09-1.xml')).toEqual(['/article/september-last']);
  });

  test('lists as news what was published within the last 48 hours', async () => {
    const published = new Date(NOW - HOUR_MS);
    await makeArticle(app.database, {
      slug: 'todays-news',
      title: 'Tomorrow & <today>',
      publishDate: published,
      lang: 'sw',
    });
    const slugsAfter = async (milliseconds: number) => {
      now = published.getTime() + milliseconds;
      return addresses('/sitemap-news.xml');
    };
    expect(await slugsAfter(HOUR_MS)).toContain('/article/todays-news');
    expect(await slugsAfter(48 * HOUR_MS - MINUTE_MS)).toEqual(['/article/todays-news']);
    expect(await entries('/sitemap-news.xml')).toMatchObject([
      {
        news: {
          publication: { name: 'Rise & <Fall>', language: 'sw' },
          publication_date: published.toISOString(),
          title: 'Tomorrow & <today>',
        },
      },
    ]);
    expect(await slugsAfter(48 * HOUR_MS + MINUTE_MS)).toEqual([]);
    now = NOW;
  });
});

test('a month with more articles than one sitemap holds has several', async () => {
  const app = await testApp({ clock: () => new Date(Date.UTC(2026, 1, 1, 2)) });
  const rows = Array.from({ length: 5001 }, (_, index) => ({
    slug: `story-${index}`,
    title: `Story ${index}`,
    excerpt: 'About it',
    content: '<p>It.</p>',
    categorySlug: 'sports',
    isDraft: false,
    publishDate: new Date(Date.UTC(2026, 1, 1, 0, 0, index)),
  }));
  await app.database.transaction(async (tx) => {
    for (let start = 0; start < rows.length; start += 1_000)
      await tx.insert(articles).values(rows.slice(start, start + 1_000));
  });
  // All of them were published within two hours; a news sitemap has at most 1,000, the newest.
  const news = await (await app.fetch('/sitemap-news.xml')).text();
  expect(news.match(/<loc>/g)).toHaveLength(1_000);
  expect(news).toContain('/article/story-5000<');
  expect(news).toContain('/article/story-4001<');
  expect(news).not.toContain('/article/story-4000<');
  const index = await (await app.fetch('/sitemap.xml')).text();
  expect(index.match(/sitemap-articles-2026-02-\d+\.xml/g)).toEqual([
    'sitemap-articles-2026-02-1.xml',
    'sitemap-articles-2026-02-2.xml',
  ]);
  const first = await (await app.fetch('/sitemap-articles-2026-02-1.xml')).text();
  const second = await (await app.fetch('/sitemap-articles-2026-02-2.xml')).text();
  expect([first.match(/<loc>/g)?.length, second.match(/<loc>/g)?.length]).toEqual([5000, 1]);
  expect(second).toContain('/article/story-5000<');
  await app.close();
});
