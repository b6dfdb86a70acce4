import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { articleViews, pageViews, referrerViews } from '#domain/statistics/tables.server.ts';
import { get } from '#http/fast-path/site-under-test.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { databaseKindsFor, testApp } from '../app.ts';
import { openServerTestDatabase } from '../databases.ts';
import { makeArticle } from '../factories.ts';
import { AGENT, BROWSER, pageViewContext } from '../page-views.ts';

describe.each(databaseKindsFor(import.meta.filename))('page views, on the %s database', (databaseKind) => {
  const context = pageViewContext(databaseKind);
  const { browse, change, onConnection, open, report, today } = context;

  test('are counted alike when a page is rendered, from the page cache, from node:http and from the fast path', async () => {
    const { id } = await makeArticle(context.app.database, { slug: 'story', title: 'Story' });
    await open('/article/story');
    await open('/article/story');
    const path = '/article/story';
    const responses = await onConnection(
      browse(path, 'Referer: https://news.example/a'),
      browse(path, 'Referer: https://news.example/a'),
      browse(path, 'TE: trailers'),
    );
    expect(responses.map((text) => text.slice(9, 12))).toEqual(['200', '200', '200']);
    // The last one is answered by node:http, the others by the fast path.
    expect(context.httpRequests).toEqual([path]);
    const etag = /etag: (\S+)/i.exec(responses[0] ?? '')?.[1] ?? '';
    const [notModified] = await onConnection(browse(path, `If-None-Match: ${etag}`));
    expect(notModified).toMatch(/^HTTP\/1\.1 304/);
    expect(context.httpRequests).toEqual([path]);
    expect(await today()).toEqual([6, 0, 0, 0]);
    expect((await report()).articles).toEqual([{ id, title: 'Story', path, views: 6 }]);
    expect((await report()).referrers).toEqual([{ host: 'news.example', views: 2 }]);
  });

  test('leave out programs, refusals, pages that are loaded ahead, and what is no page', async () => {
    await makeArticle(context.app.database, { slug: 'story' });
    await context.app.fetch('/article/story');
    const excluded = [
      'User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      `User-Agent: ${BROWSER}\r\nDNT: 1`,
      `User-Agent: ${BROWSER}\r\nSec-GPC: 1`,
      `User-Agent: ${BROWSER}\r\nSec-Purpose: prefetch;prerender`,
      `User-Agent: ${BROWSER}\r\nSec-Fetch-Dest: empty`,
      'Accept: */*',
    ];
    const responses = await onConnection(...excluded.map((fields) => get('/article/story', fields)));
    expect(responses.every((text) => text.startsWith('HTTP/1.1 200'))).toBe(true);
    expect(context.httpRequests).toEqual([]);
    const { port } = context.app.server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}/article/story`, { method: 'HEAD', headers: AGENT });
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }, { 'sec-purpose': 'prefetch' }])
      await open('/article/story', headers);
    await open('/article/story', {}, 'HEAD');
    for (const path of [
      '/feed.xml',
      '/robots.txt',
      '/sitemap.xml',
      '/api/articles/story',
      '/admin',
      '/login',
      '/favicon.ico',
      '/article/story/comments',
      '/article/missing',
      '/no-such-page',
    ])
      await open(path);
    expect(await today()).toEqual([0, 0, 0, 0]);
    // A page that was loaded ahead is counted when it is shown.
    await open('/article/story', { 'x-page-shown': '1', 'sec-fetch-dest': 'empty' });
    expect(await today()).toEqual([1, 0, 0, 0]);
  });

  test('store nothing about the reader', async () => {
    await makeArticle(context.app.database, { slug: 'story' });
    await open('/article/story?email=reader@example.com', {
      cookie: 'a=secret-cookie',
      'x-forwarded-for': '203.0.113.7',
      'accept-language': 'fr-CA',
      referer: 'https://mail.example/inbox?user=reader',
    });
    await report();
    const rows = await Promise.all(
      ['page_views', 'article_views', 'referrer_views'].map((table) =>
        context.app.database.db.execute(sql`select * from ${sql.identifier(table)}`),
      ),
    );
    const stored = JSON.stringify(rows.map((result) => result.rows));
    expect(stored).toContain('mail.example');
    for (const secret of ['reader', 'secret-cookie', '203.0.113.7', 'fr-CA', 'inbox', 'Firefox'])
      expect(stored).not.toContain(secret);
  });

  test('can be switched off and on', async () => {
    await open('/');
    await change({ statistics_page_views: false });
    await open('/');
    expect(await report()).toMatchObject({ counting: false });
    await change({ statistics_page_views: true });
    await open('/');
    expect(await report()).toMatchObject({ counting: true });
    expect(await today()).toEqual([0, 2, 0, 0]);
  });

  test('are deleted after the retention period', async () => {
    await makeArticle(context.app.database, { slug: 'story' });
    await change({ statistics_retention_days: 10 });
    await open('/article/story', { referer: 'https://news.example/' });
    await report();
    const count = async () =>
      await Promise.all(
        [pageViews, articleViews, referrerViews].map((table) => context.app.database.db.$count(table)),
      );
    context.now = new Date(context.now.getTime() + 10 * DAY_MS);
    await context.app.jobs.runDue();
    expect(await count()).toEqual([1, 1, 1]);
    context.now = new Date(context.now.getTime() + DAY_MS);
    await context.app.jobs.runDue();
    expect(await count()).toEqual([0, 0, 0]);
  });

  test('are reported by day and by month, and exported as CSV', async () => {
    await makeArticle(context.app.database, { slug: 'story', title: '=Story, told' });
    const hidden = await makeArticle(context.app.database, { slug: 'hidden', title: 'Hidden' });
    context.now = new Date('2026-01-31T12:00:00Z');
    await open('/article/story', { referer: 'https://news.example/' });
    await open('/article/hidden');
    context.now = new Date('2026-03-10T12:00:00Z');
    await open('/article/story');
    await context.app.database.transaction(async (tx) => {
      await tx.update(articles).set({ isDraft: true }).where(eq(articles.id, hidden.id));
      tx.purge('*');
    });
    expect((await report('12m')).articles).toMatchObject([
      { title: '=Story, told', path: '/article/story', views: 2 },
      { title: 'Hidden', path: null, views: 1 },
    ]);
    const csv = async (path: string) => (await context.newsroom.text(`/statistics/${path}`)).split('\r\n');
    expect(await csv('articles.csv?period=12m')).toEqual([
      'title,path,views',
      `"'=Story, told",/article/story,2`,
      'Hidden,,1',
      '',
    ]);
  });
});

test('of several processes are added up, and those not written yet are written when one stops', async () => {
  const opened = await openServerTestDatabase();
  onTestFinished(() => opened.close());
  const database = await openDatabase({ url: opened.url ?? '' });
  const first = await testApp({ testDatabase: { ...opened, close: () => Promise.resolve() } });
  const second = await testApp({ testDatabase: { ...opened, database, close: () => database.close() } });
  await makeArticle(opened.database, { slug: 'story' });
  for (const site of [first, second, second])
    for (const path of ['/', '/article/story'])
      await site.fetch(path, { headers: { ...AGENT, referer: 'https://news.example/' } });
  await Promise.all([first.close(), second.close()]);
  const stored = async (table: typeof articleViews | typeof referrerViews | typeof pageViews) =>
    (await opened.database.db.select().from(table)).map(({ views }) => views);
  expect([await stored(articleViews), await stored(referrerViews), await stored(pageViews)]).toEqual([
    [3],
    [6],
    [3, 3],
  ]);
});
