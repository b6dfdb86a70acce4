import { describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { DATABASE_KINDS } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT } from '../newsroom-api.ts';
import { restoreRevision } from './article-requests.ts';
import { prepareArticlesSite } from './newsroom-articles-site.ts';

describe.each(DATABASE_KINDS)('fields and revisions of articles, on the %s database', (databaseKind) => {
  const site = prepareArticlesSite(databaseKind);
  const { page } = site;

  test('fields that are missing for a publication are named, and nothing is saved', async () => {
    const created = await site.newsroom.request<ApiArticle>('POST', '/articles', ARTICLE_INPUT);
    expect(created.body).toHaveProperty('notices', []);
    const { body: article } = await site.newsroom.request<ApiArticle>('GET', `/articles/${created.body.id}`);
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

  test('HTML of another program is converted as in a paste, and what it loses is named', async () => {
    const content =
      '<table><tr><th>A</th><td>1</td></tr><tr><td>b</td><td>2</td></tr></table><dl><dt>t</dt><dd>d</dd></dl><a href="/about">x</a>';
    const expected = '<p><strong>A</strong> | 1</p><p>b | 2</p><p>t</p><p>d</p>x';
    const codes = [{ code: 'tables_converted' }, { code: 'relative_links_removed' }];
    const input = { ...ARTICLE_INPUT, slug: 'converted', content, is_draft: false };
    const created = (await site.newsroom.request<ApiArticle>('POST', '/articles', input)).body;
    expect(created).toMatchObject({ content: expected, notices: codes });
    const saved = (await site.newsroom.save(created, { content })).body;
    expect(saved).toMatchObject({ content: expected, notices: codes });
    const ownPage = { title: 'Converted', content, is_draft: true };
    const later = `/articles/${saved.id}/pending-changes`;
    const change = { ...ARTICLE_INPUT, slug: 'converted', content };
    expect((await site.newsroom.request('PUT', later, change, { 'if-match': '"2"' })).body).toMatchObject({
      content: expected,
      notices: codes,
    });
    expect((await site.newsroom.request('POST', '/pages', ownPage)).body).toMatchObject({
      content: expected,
      notices: codes,
    });
  });

  test('a slug in a script that makes none is generated, once', async () => {
    const titled = { title: 'Дождь над дельтой', is_draft: false };
    const generated = expect.stringMatching(/^article-[0-9a-f]{8}$/);
    for (const slug of ['', 'дождь', '雨']) {
      const created = await site.newsroom.create({ ...titled, slug });
      expect(created.slug).toEqual(generated);
      expect((await site.newsroom.save(created, { slug })).body).toMatchObject({ slug: created.slug });
    }
    expect(await site.newsroom.create({ title: 'Rain again', slug: 'дождь', is_draft: false })).toMatchObject(
      {
        slug: 'rain-again',
      },
    );
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

  test('every save is stored as a revision, and any revision can be restored as a new one', async () => {
    const first = await site.newsroom.create({ slug: 'kept', title: 'One', is_draft: false });
    const second = (
      await site.newsroom.save(first, { title: 'Two', content: '<p>Other words.</p>', slug: 'kept-on' })
    ).body;
    const third = (await site.newsroom.save(second, { title: 'Three', is_draft: true })).body;
    const list = `/articles/${first.id}/revisions`;
    expect((await site.newsroom.request('GET', list)).body).toMatchObject({
      page: 1,
      page_count: 1,
      revisions: [
        { revision: 3, title: 'Three', is_draft: true, restored_from: null },
        { revision: 2, title: 'Two', word_count: 2 },
        { revision: 1, title: 'One', saved_by_name: expect.stringMatching(/^Person/) },
      ],
    });
    expect((await site.newsroom.request('GET', `${list}/1`)).body).toMatchObject({
      ...ARTICLE_INPUT,
      title: 'One',
      slug: 'kept',
    });
    expect((await restoreRevision(site.newsroom, second)).status).toBe(412);
    const restored = await restoreRevision(site.newsroom, third);
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, '"4"']);
    // The content is restored; slug and publication state stay.
    expect(restored.body).toMatchObject({
      title: 'One',
      content: ARTICLE_INPUT.content,
      slug: 'kept-on',
      is_draft: true,
      publish_date: third.publish_date,
    });
    expect((await site.newsroom.request('GET', list)).body['revisions']).toMatchObject([
      { revision: 4, restored_from: 1 },
      { revision: 3 },
      { revision: 2 },
      { revision: 1 },
    ]);
    expect((await restoreRevision(site.newsroom, restored.body, 9)).status).toBe(404);
    expect((await site.newsroom.request('POST', `${list}/1/restoration`)).status).toBe(428);
    expect((await site.newsroom.request('GET', `/articles/${first.id}/revisions/99`)).status).toBe(404);
  });

  test('a preview equals the published page, and stores nothing', async () => {
    const url = '/media/article-images/known-960.webp';
    const size = { width: 1440, height: 810, widths: [480, 960, 1440], color: '#123456', placeholder: '' };
    await site.app.database.db.insert(images).values({ url, ...size });
    const input = {
      ...ARTICLE_INPUT,
      slug: 'previewed',
      content: `<h1>Head</h1><p onclick="x()">Text <a href="https://x.example">out</a></p><img src="${url}" alt=""><pre>code</pre>`,
      image: url,
      image_alt: 'A delta',
      tags: ['x', 'X'],
      category_slug: 'culture',
    };
    const { status, body } = await site.newsroom.request<{ article: Record<string, unknown> }>(
      'POST',
      '/previews',
      input,
    );
    expect(status).toBe(200);
    expect(body.article).toMatchObject({ tags: ['x'], picture: { url, alt: 'A delta', ...size } });
    expect(Date.parse(String(body.article['publishDate']))).toBeGreaterThan(Date.now() - 60_000);
    expect((await site.newsroom.request('GET', '/articles?category=culture')).body['total']).toBe(0);
    await site.newsroom.create({ ...input, is_draft: false });
    expect(await site.text('/article/previewed')).toContain(String(body.article['body']));
    const empty = { title: '', slug: '', excerpt: '', content: '', category_slug: 'sports' };
    expect((await site.newsroom.request('POST', '/previews', empty)).status).toBe(200);
  });
});
