import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { feedIdOf, FORMATS, PATHS, prepareFeedSite } from './feed-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('the feeds, on the %s database', (databaseKind) => {
  const site = prepareFeedSite(databaseKind);
  const { text } = site;

  const atom = async (path = '/feed.xml') => parseAtomFeed(await text(path));
  const rss = async (path = '/rss.xml') => parseRssFeed(await text(path));
  const json = async (path = '/feed.json') => parseJsonFeed(await text(path));
  const titles = async () => [
    (await atom()).entries?.map(({ title }) => title?.value),
    (await rss()).items?.map(({ title }) => title),
    (await json()).items?.map(({ title }) => title),
  ];

  test('contain the newest twenty public articles in three formats', async () => {
    const newest = ['Rain & <more>', ...Array.from({ length: 19 }, (_, at) => `Number ${25 - at}`)];
    expect(await titles()).toEqual([newest, newest, newest]);
    for (const path of PATHS) {
      const response = await site.app.fetch(path);
      const type = path === '/feed.json' ? 'application/feed+json' : 'application/xml';
      expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
      const body = await response.text();
      for (const hidden of ['A draft of mine', 'Not before tomorrow']) expect(body).not.toContain(hidden);
    }
  });

  test('contain authors, section, tags, dates and a permanent id of each article', async () => {
    const [entry] = (await atom()).entries ?? [];
    const id = feedIdOf(site.article);
    expect(entry).toMatchObject({
      id,
      published: site.article.publish_date,
      authors: [{ name: 'Ada Lovelace', uri: `${PUBLIC_URL}/author/ada` }, { name: 'Bo' }],
      categories: [{ term: 'sports', label: 'Sports' }, { term: 'Water' }, { term: 'Delta & sea' }],
      summary: { value: 'What the "season" brought' },
      links: [{ rel: 'alternate', href: `${PUBLIC_URL}/article/rain` }],
    });
  });

  test('contain the full text with absolute addresses and without styles', async () => {
    const html = (await json()).items?.[0]?.content_html ?? '';
    const media = (file: string) => `${PUBLIC_URL}/media/article-images/map-${file}`;
    expect(html).toBe(
      [
        '<div lang="sw" dir="ltr">',
        `<figure><img src="${media('960.jpg')}" alt="The delta from above" width="1440" height="900" /></figure>`,
        '<h2>Before the rain</h2>',
        '<p>It <a href="https://example.com/?a=1&amp;b=2" rel="noopener">rained</a> for nine days. ]]&gt;</p>',
        `<figure><img alt="A map" src="${media('960.jpg')}" width="1440" height="900" />`,
        '<figcaption>The delta</figcaption></figure>',
        '<pre><code>a &lt; b</code></pre>',
        '</div>',
      ].join(''),
    );
    expect((await atom()).entries?.[0]?.content).toEqual({ type: 'html', value: html });
    expect((await rss()).items?.[0]?.content?.encoded).toBe(html);
  });

  test('exist for every section, tag and author', async () => {
    await makeArticle(site.app.database, { title: 'Elsewhere', categorySlug: 'culture' });
    for (const page of ['/sports', '/tag/water', '/author/ada'])
      for (const path of PATHS) {
        const body = await text(page + path);
        expect([page + path, body.includes(feedIdOf(site.article))]).toEqual([page + path, true]);
        expect(body).not.toContain('Elsewhere');
        expect(body).toContain(`${PUBLIC_URL}${page}${path}`);
      }
    for (const path of ['/author/nobody/rss.xml', '/unknown/feed.json', '/about/feed.xml'])
      expect([path, (await site.app.fetch(path)).status]).toEqual([path, 404]);
  });

  test('have the ids that articles got, whatever the address of the site is now', async () => {
    const feedId = 'tag:former.example,2025-01-02:former';
    const former = await makeArticle(site.app.database, { feedId });
    const uuid = await makeArticle(site.app.database, { feedId: null });
    for (const body of await Promise.all(PATHS.map(text))) {
      expect(body).toContain(feedId);
      expect(body).not.toContain(former.id);
      expect(body).toContain(`urn:uuid:${uuid.id}`);
    }
  });

  test('are linked from every page, and from the pages of sections and authors their own', async () => {
    const linked = async (page: string) =>
      Array.from(
        (await text(page)).matchAll(
          /<link rel="alternate" type="(application\/(?:atom|rss|feed)\+[a-z]+)" title="[^"]+" href="([^"]+)"\/>/g,
        ),
        ([, type, href]) => [href, type],
      );
    const feedsOfSite = FORMATS.map(([path, type]) => [path, type]);
    for (const page of ['/', '/article/rain', '/about', '/nowhere'])
      expect([page, await linked(page)]).toEqual([page, feedsOfSite]);
  });

  test('remove characters that XML does not allow', async () => {
    await makeArticle(site.app.database, {
      slug: 'hostile',
      title: ']]><script>alert(1)</script>\u0008\uFFFE&"',
      excerpt: '<img src=x onerror=alert(1)>\u0001',
      content: '<p>\u0001<script>alert(2)</script><a href="javascript:alert(3)">]]></a></p>',
      tags: ['<b>\u0002'],
      publishDate: new Date(),
    });
    for (const [feed, title] of [
      [await text('/feed.xml'), (await atom()).entries?.[0]?.title?.value],
      [await text('/rss.xml'), (await rss()).items?.[0]?.title],
    ] as const) {
      for (const absent of ['\u0008', '\uFFFE', '\u0001', '\u0002', '<script', '<img', 'javascript:', ']]>'])
        expect(feed).not.toContain(absent);
      expect(title).toBe(']]><script>alert(1)</script>&"');
    }
    expect((await json()).items?.[0]).toMatchObject({ summary: '<img src=x onerror=alert(1)>\u0001' });
  });

  test('follow publishing, changes of title, text, slug and section, and unpublishing at once', async () => {
    const paths = ['', '/sports', '/author/ada'].flatMap((page) => PATHS.map((path) => page + path));
    const containing = async (part: string) => {
      const bodies = await Promise.all(paths.map(text));
      return paths.filter((_, index) => bodies[index]?.includes(part));
    };
    const ada = { bylines: site.article['bylines'] };
    const draft = await site.newsroom.create({ title: 'Just out', slug: 'just-out', is_draft: true, ...ada });
    expect(await containing('Just out')).toEqual([]);
    const { body: published } = await site.newsroom.save(draft, { is_draft: false });
    expect(await containing('Just out')).toEqual(paths);
    const { body: rewritten } = await site.newsroom.save(published, { content: '<p>Rewritten since.</p>' });
    expect(await containing('Rewritten since.')).toEqual(paths);
    const { body: renamed } = await site.newsroom.save(rewritten, { title: 'Out now', slug: 'out-now' });
    expect(await containing('/article/out-now')).toEqual(paths);
    expect(await containing('Just out')).toEqual([]);
    expect(await containing(feedIdOf(draft))).toEqual(paths);
    const { body: moved } = await site.newsroom.save(renamed, { category_slug: 'culture' });
    expect(await containing('Out now')).toEqual(paths.filter((path) => !path.startsWith('/sports')));
    await site.newsroom.save(moved, { is_draft: true });
    expect(await containing('Out now')).toEqual([]);
  });
});
