import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { makeArticle, makeDraft, makeFutureArticle } from '../factories.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('the feed, on the %s database', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { SITE_NAME: 'Rise & <Fall>' } });
    newsroom = await newsroomApi(app);
    for (let number = 1; number <= 25; number++)
      await makeArticle(app.database, {
        slug: `number-${number}`,
        title: `Number ${number}`,
        publishDate: new Date(Date.UTC(2026, 0, number)),
      });
    await makeDraft(app.database, { title: 'A draft of mine' });
    await makeFutureArticle(app.database, { title: 'Not before tomorrow' });
  });
  afterAll(() => app.close());

  const feed = async () => (await app.fetch('/feed.xml')).text();
  const titles = async () =>
    [...(await feed()).matchAll(/<entry>.*?<title>(.*?)<\/title>/g)].map(([, title]) => title);

  test('contains the newest twenty public articles without their content', async () => {
    const response = await app.fetch('/feed.xml');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(response.headers.get('etag')).toMatch(/^"/);
    const xml = await response.text();
    expect(await titles()).toEqual(Array.from({ length: 20 }, (_, at) => `Number ${25 - at}`));
    expect(xml).toContain('<title>Rise &amp; &lt;Fall&gt;</title>');
    expect(xml).toContain(
      `<link rel="alternate" type="text/html" href="${PUBLIC_URL}/article/number-25"></link>`,
    );
    expect(xml).toContain('<published>2026-01-25T00:00:00.000Z</published>');
    expect(xml).toMatch(/<id>urn:uuid:[\da-f-]{36}<\/id>/);
    for (const hidden of ['A draft of mine', 'Not before tomorrow', '<p>', '&lt;p&gt;'])
      expect(xml).not.toContain(hidden);
  });

  test('is linked from every page, and answers 304 when nothing has changed', async () => {
    for (const path of ['/', '/article/number-3', '/about'])
      expect(await (await app.fetch(path)).text()).toContain('type="application/atom+xml"');
    const etag = (await app.fetch('/feed.xml')).headers.get('etag') ?? '';
    const again = await app.fetch('/feed.xml', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('follows publishing, renaming and unpublishing', async () => {
    const article = await newsroom.create({ title: 'Just out', slug: 'just-out', is_draft: true });
    expect(await feed()).not.toContain('Just out');
    const { body: published } = await newsroom.save(article, { is_draft: false });
    await expect.poll(titles).toContain('Just out');
    const { body: renamed } = await newsroom.save(published, { title: 'Out "now" & then' });
    await expect.poll(titles).toContain('Out &quot;now&quot; &amp; then');
    expect(await feed()).not.toContain('Just out');
    await newsroom.save(renamed, { is_draft: true });
    expect(await feed()).not.toContain('Out &quot;now');
  });

  test('removes characters that XML does not allow', async () => {
    await makeArticle(app.database, {
      slug: 'hostile',
      title: ']]><script>alert(1)</script>\u0008\uFFFE&"',
      excerpt: '<img src=x onerror=alert(1)>\u0001',
      publishDate: new Date('2026-03-01T00:00:00Z'),
    });
    await app.database.transaction(async (tx) => tx.invalidate('list'));
    await expect.poll(feed).toContain(']]&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;');
    const xml = await feed();
    for (const absent of ['\u0008', '\uFFFE', '\u0001', '<script', '<img']) expect(xml).not.toContain(absent);
    expect(xml).toContain('<summary>&lt;img src=x onerror=alert(1)&gt;</summary>');
  });
});

test('the feed of an empty publication is valid', async () => {
  const app = await testApp();
  const xml = await (await app.fetch('/feed.xml')).text();
  expect(xml).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  expect(xml).not.toContain('<entry>');
  await app.close();
});
