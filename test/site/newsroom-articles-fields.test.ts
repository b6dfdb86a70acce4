import { describe, expect, test } from 'vitest';
import { DATABASE_KINDS } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { restoreRevision } from './article-requests.ts';
import { prepareArticlesSite } from './newsroom-articles-site.ts';

describe.each(DATABASE_KINDS)('the articles of the newsroom, on the %s database', (databaseKind) => {
  const site = prepareArticlesSite(databaseKind);
  const { page } = site;
  const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;

  test('fields that are missing for a publication are named, and nothing is saved', async () => {
    const article = await site.newsroom.create();
    for (const [field, value] of [
      ['title', '\u200b\u2060\u{e0041}'],
      ['slug', '!!'],
      ['excerpt', '\u2028'],
      ['content', '<p>&nbsp;\u200b</p>'],
    ] as const) {
      const change = { [field]: value, is_draft: false };
      for (const answer of [
        await site.newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, ...change }),
        await site.newsroom.save(article, change),
      ])
        expect(answer).toMatchObject({
          status: 422,
          body: { detail: 'Please fill in all required fields', fields: { [field]: expect.any(String) } },
        });
    }
    expect((await site.newsroom.request('GET', `/articles/${article.id}`)).body).toEqual(article);
  });

  test('fields that are too long are named; length is counted in characters, not bytes', async () => {
    const tooLong = {
      title: 'ä'.repeat(301),
      excerpt: 'ä'.repeat(1001),
      author_name: 'ä'.repeat(201),
      read_time: 'ä'.repeat(61),
      image_alt: 'ä'.repeat(501),
      content: `<p>${'ä'.repeat(1_100_000)}</p>`,
    };
    for (const [field, value] of Object.entries(tooLong)) {
      const { status, body } = await site.newsroom.request('POST', '/articles', {
        ...ARTICLE_INPUT,
        [field]: value,
      });
      expect([field, status, Object.keys(body['fields'] as object)]).toEqual([field, 422, [field]]);
    }
    const full = {
      title: '😀'.repeat(300),
      excerpt: '😀'.repeat(1000),
      content: `<p>${'x'.repeat(2_000_000)}</p>`,
    };
    expect(await site.newsroom.create(full)).toMatchObject({ title: full.title, excerpt: full.excerpt });
  });

  test('control characters are removed, and author and read time are filled in', async () => {
    const article = await site.newsroom.create({
      title: 'A\u0001b\u0085c\nd',
      content: '<p>x\u0001y</p>',
      author_name: ' \u200b ',
      author_image: '',
      read_time: ' 20  min ',
      tags: [' a ', 'A', '', '\u200d', 'b'],
      image: 'http://127.0.0.1:3000/media/article-images/a-960.webp',
    });
    expect(article).toMatchObject({
      title: 'A b c d',
      content: '<p>xy</p>',
      author_name: 'Meridian Editorial Team',
      author_image: '/placeholder.svg',
      read_time: '20  min',
      tags: ['a', 'b'],
      image: '/media/article-images/a-960.webp',
    });
  });

  test('the read time is calculated until one is entered', async () => {
    const article = await site.newsroom.create({ content: words(900), read_time: '5 min read' });
    expect(article['read_time']).toBe('4 min read');
    const longer = (await site.newsroom.save(article, { content: words(1800) })).body;
    expect(longer['read_time']).toBe('8 min read');
    const restored = (await restoreRevision(site.newsroom, longer)).body;
    expect(restored).toMatchObject({ read_time: '4 min read', read_time_typed: false });
    const entered = (await site.newsroom.save(restored, { read_time: 'A long evening' })).body;
    const unchanged = (await site.newsroom.save(entered, { content: words(225) })).body;
    expect(unchanged['read_time']).toBe('A long evening');
    expect((await site.newsroom.save(unchanged, { read_time: '' })).body['read_time']).toBe('1 min read');
  });

  test('an entered read time stays, even if it equals the calculated one', async () => {
    const article = await site.newsroom.create({
      content: words(900),
      read_time: '5 min read',
      read_time_typed: true,
    });
    expect(article).toMatchObject({ read_time: '5 min read', read_time_typed: true });
    const longer = (await site.newsroom.save(article, { content: words(1800) })).body;
    expect(longer).toMatchObject({ read_time: '5 min read', read_time_typed: true });
    const { read_time_typed: _, ...older } = longer;
    const again = await site.newsroom.request<ApiArticle>('PUT', `/articles/${article.id}`, older, {
      'if-match': '"2"',
    });
    expect(again.body).toMatchObject({ read_time: '5 min read', read_time_typed: true });
    const emptied = (await site.newsroom.save(again.body, { read_time: '' })).body;
    expect(emptied).toMatchObject({ read_time: '8 min read', read_time_typed: false });
    const restored = await restoreRevision(site.newsroom, emptied);
    expect(restored.body).toMatchObject({ read_time: '5 min read', read_time_typed: true });
  });

  test('an article cannot be published with a picture without alt text', async () => {
    const picture = '/media/article-images/a-960.webp';
    const [bare, decorative, described] = ['', ' alt=""', ' alt="A flooded street"'].map(
      (alt) => `<p>Look:</p><img src="${picture}" title="no alt=here"${alt}>`,
    );
    const draft = await site.newsroom.create({ slug: 'undescribed', content: bare, image: picture });
    expect(draft).toMatchObject({ image_alt: null, is_draft: true });
    const refused = {
      status: 422,
      body: { fields: { content: 'Please describe every picture first', image_alt: expect.any(String) } },
    };
    expect(await site.newsroom.save(draft, { is_draft: false })).toMatchObject(refused);
    expect((await page('/article/undescribed')).status).toBe(404);
    const only = await site.newsroom.save(draft, { is_draft: false, content: described });
    expect([only.status, Object.keys(only.body['fields'] as object)]).toEqual([422, ['image_alt']]);

    const published = (
      await site.newsroom.save(draft, { is_draft: false, content: decorative, image_alt: '' })
    ).body;
    expect(published).toMatchObject({ is_draft: false, image_alt: '' });
    const worse = await site.newsroom.save(published, { content: bare });
    expect([worse.status, Object.keys(worse.body['fields'] as object)]).toEqual([422, ['content']]);
    expect((await page('/article/undescribed')).text).not.toMatch(/<img(?![^>]*\salt=)/);
    // Revision 1 has a picture without alt text, and the article is public.
    const restored = await restoreRevision(site.newsroom, published);
    expect(restored).toMatchObject({ status: 422, body: { fields: { content: expect.any(String) } } });
    const offline = (await site.newsroom.save(published, { content: bare, is_draft: true })).body;
    expect(offline).toMatchObject({ is_draft: true });
    const back = await restoreRevision(site.newsroom, offline);
    expect(back).toMatchObject({ status: 200, body: { is_draft: true, image_alt: null } });
  });
});
