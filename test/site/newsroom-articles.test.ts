import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { type ApiArticle, ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

describe.each(DATABASE_KINDS)('the articles of the newsroom, on the %s database', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    newsroom = await newsroomApi(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.database.transaction(async (tx) => {
      await tx.delete(articles);
      tx.purge('*');
    });
  });

  const page = async (path: string) => {
    const response = await app.fetch(path);
    return { status: response.status, text: await response.text() };
  };

  test('the life cycle of an article: created, published, moved, changed, unpublished, published again, deleted', async () => {
    const draft = await newsroom.create();
    expect(draft).toMatchObject({
      ...ARTICLE_INPUT,
      author_name: 'Meridian Editorial Team',
      author_image: '/placeholder.svg',
      read_time: '1 min read',
      featured: false,
      image: '',
      image_alt: null,
      read_time_typed: false,
      tags: [],
      is_draft: true,
      revision: 1,
      word_count: 5,
      publish_date: null,
    });
    expect((await page('/article/rain-over-the-delta')).status).toBe(404);

    const published = (await newsroom.save(draft, { is_draft: false, tags: [' Rain ', 'rain', ''] })).body;
    expect(published).toMatchObject({ is_draft: false, revision: 2, tags: ['Rain'] });
    expect(published.publish_date).toEqual(expect.any(String));
    expect((await page('/article/rain-over-the-delta')).text).toContain('It rained for nine days.');
    expect((await page('/sports')).text).toContain('Rain over the delta');

    const moved = (await newsroom.save(published, { slug: 'nine-days', category_slug: 'culture' })).body;
    expect(moved.publish_date).toBe(published.publish_date);
    expect((await page('/sports')).text).not.toContain('Rain over the delta');
    expect((await page('/culture')).text).toContain('/article/nine-days');
    const redirect = await app.fetch('/article/rain-over-the-delta');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([301, '/article/nine-days']);

    const offline = (await newsroom.save(moved, { is_draft: true })).body;
    for (const path of ['/article/nine-days', '/article/rain-over-the-delta'])
      expect((await page(path)).status).toBe(404);
    expect((await page('/culture')).text).not.toContain('Rain over the delta');

    const again = (await newsroom.save(offline, { is_draft: false })).body;
    expect(again.publish_date).toBe(published.publish_date);
    expect((await page('/article/nine-days')).status).toBe(200);

    expect((await newsroom.request('DELETE', `/articles/${again.id}`)).status).toBe(204);
    for (const path of ['/article/nine-days', '/article/rain-over-the-delta'])
      expect((await page(path)).status).toBe(410);
    expect((await newsroom.request('GET', `/articles/${again.id}`)).body).toMatchObject({
      state: 'in_trash',
    });
    expect((await newsroom.request('DELETE', `/articles/${again.id}`)).status).toBe(404);
    expect((await newsroom.request<ApiArticle>('GET', '/articles')).body).toMatchObject({
      articles: [],
      total: 0,
    });
  });

  test('missing fields are named, and nothing is saved', async () => {
    const article = await newsroom.create();
    const nothing = [
      { title: ' ' },
      { title: '\u200b\u2060\u{e0041}' },
      { slug: '!!' },
      { excerpt: '\u2028' },
      ...['', '<p></p>', '<p>&nbsp;\u200b</p>', '<img alt="a">', '<script>a</script>'].map((content) => ({
        content,
      })),
    ];
    for (const change of nothing) {
      const [field = ''] = Object.keys(change);
      for (const answer of [
        await newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, ...change }),
        await newsroom.save(article, change),
      ])
        expect(answer).toMatchObject({
          status: 422,
          body: { detail: 'Please fill in all required fields', fields: { [field]: expect.any(String) } },
        });
    }
    for (const content of ['<hr>', '<img src="/media/a-960.webp">', '<p>.</p>'])
      expect(
        (
          await newsroom.request('POST', '/articles', {
            ...ARTICLE_INPUT,
            slug: `seen-${content.length}`,
            content,
          })
        ).status,
      ).toBe(201);
    expect((await newsroom.request('GET', `/articles/${article.id}`)).body).toEqual(article);
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
      const { status, body } = await newsroom.request('POST', '/articles', {
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
    expect(await newsroom.create(full)).toMatchObject({ title: full.title, excerpt: full.excerpt });
  });

  test('control characters are removed, and author and read time are filled in', async () => {
    const article = await newsroom.create({
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
    const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;
    const article = await newsroom.create({ content: words(900), read_time: '5 min read' });
    expect(article['read_time']).toBe('4 min read');
    const longer = (await newsroom.save(article, { content: words(1800) })).body;
    expect(longer['read_time']).toBe('8 min read');
    const entered = (await newsroom.save(longer, { read_time: 'A long evening' })).body;
    const unchanged = (await newsroom.save(entered, { content: words(225) })).body;
    expect(unchanged['read_time']).toBe('A long evening');
    expect((await newsroom.save(unchanged, { read_time: '' })).body['read_time']).toBe('1 min read');
  });

  test('an entered read time stays, even if it equals the calculated one', async () => {
    const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;
    const article = await newsroom.create({
      content: words(900),
      read_time: '5 min read',
      read_time_typed: true,
    });
    expect(article).toMatchObject({ read_time: '5 min read', read_time_typed: true });
    const longer = (await newsroom.save(article, { content: words(1800) })).body;
    expect(longer).toMatchObject({ read_time: '5 min read', read_time_typed: true });
    const { read_time_typed: _, ...older } = longer;
    const again = await newsroom.request<ApiArticle>('PUT', `/articles/${article.id}`, older, {
      'if-match': '"2"',
    });
    expect(again.body).toMatchObject({ read_time: '5 min read', read_time_typed: true });
    const emptied = (await newsroom.save(again.body, { read_time: '' })).body;
    expect(emptied).toMatchObject({ read_time: '8 min read', read_time_typed: false });
    const restored = await newsroom.request<ApiArticle>(
      'POST',
      `/articles/${article.id}/revisions/1/restoration`,
      undefined,
      { 'if-match': '"4"' },
    );
    expect(restored.body).toMatchObject({ read_time: '5 min read', read_time_typed: true });
  });

  test('a calculated read time stays calculated when an earlier revision is restored', async () => {
    const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;
    const article = await newsroom.create({ content: words(900) });
    const longer = (await newsroom.save(article, { content: words(1800) })).body;
    const path = `/articles/${article.id}/revisions/1/restoration`;
    const restored = await newsroom.request<ApiArticle>('POST', path, undefined, {
      'if-match': `"${longer.revision}"`,
    });
    expect(restored.body).toMatchObject({ read_time: '4 min read', read_time_typed: false });
    const shorter = (await newsroom.save(restored.body, { content: words(225) })).body;
    expect(shorter).toMatchObject({ read_time: '1 min read', read_time_typed: false });
  });

  test('an article cannot be published with a picture without alt text', async () => {
    const picture = '/media/article-images/a-960.webp';
    const [bare, decorative, described] = ['', ' alt=""', ' alt="A flooded street"'].map(
      (alt) => `<p>Look:</p><img src="${picture}" title="no alt=here"${alt}>`,
    );
    const draft = await newsroom.create({ slug: 'undescribed', content: bare, image: picture });
    expect(draft).toMatchObject({ image_alt: null, is_draft: true });
    const refused = {
      status: 422,
      body: { fields: { content: 'Please describe every picture first', image_alt: expect.any(String) } },
    };
    expect(await newsroom.save(draft, { is_draft: false })).toMatchObject(refused);
    const all = { ...ARTICLE_INPUT, slug: 'at-once', content: bare, image: picture, is_draft: false };
    expect(await newsroom.request('POST', '/articles', all)).toMatchObject(refused);
    expect((await page('/article/undescribed')).status).toBe(404);
    expect((await page('/article/at-once')).status).toBe(404);
    const only = await newsroom.save(draft, { is_draft: false, content: described });
    expect([only.status, Object.keys(only.body['fields'] as object)]).toEqual([422, ['image_alt']]);

    const published = (await newsroom.save(draft, { is_draft: false, content: decorative, image_alt: '' }))
      .body;
    expect(published).toMatchObject({ is_draft: false, image_alt: '' });
    const worse = await newsroom.save(published, { content: bare });
    expect([worse.status, Object.keys(worse.body['fields'] as object)]).toEqual([422, ['content']]);
    expect((await page('/article/undescribed')).text).not.toMatch(/<img(?![^>]*\salt=)/);
    // Revision 1 has a picture without alt text, and the article is public.
    const path = `/articles/${draft.id}/revisions/1/restoration`;
    const restored = await newsroom.request('POST', path, undefined, {
      'if-match': `"${published.revision}"`,
    });
    expect(restored).toMatchObject({ status: 422, body: { fields: { content: expect.any(String) } } });
    const offline = (await newsroom.save(published, { content: bare, is_draft: true })).body;
    expect(offline).toMatchObject({ is_draft: true });
    const back = await newsroom.request('POST', path, undefined, { 'if-match': `"${offline.revision}"` });
    expect(back).toMatchObject({ status: 200, body: { is_draft: true, image_alt: null } });
  });

  test('an article from before this rule stays readable, and can be saved as a draft', async () => {
    const content = '<p>Old</p><img src="/media/article-images/a-960.webp" />';
    const { id } = await makeArticle(app.database, { slug: 'old-picture', content });
    expect((await page('/article/old-picture')).status).toBe(200);
    const { body } = await newsroom.request<ApiArticle>('GET', `/articles/${id}`);
    expect((await newsroom.save(body, { title: 'Still public' })).status).toBe(422);
    expect(await newsroom.save(body, { title: 'A draft', is_draft: true })).toMatchObject({
      status: 200,
      body: { title: 'A draft', image_alt: '' },
    });
  });

  test('one of many concurrent saves of a revision succeeds, and the others get the current article', async () => {
    const article = await newsroom.create();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => newsroom.save(article, { title: `Version ${number}` })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const current = won[0]?.body;
    expect(current).toMatchObject({ revision: 2 });
    for (const { status, body, headers } of answers.filter((answer) => answer !== won[0])) {
      expect([status, headers.get('content-type')]).toEqual([412, 'application/problem+json']);
      expect(body).toMatchObject({ code: 'stale', current });
    }
    const { body } = await newsroom.request('GET', `/articles/${article.id}/revisions`);
    expect(body['revisions']).toMatchObject([{ revision: 2, title: current?.title }, { revision: 1 }]);
  });

  test('a save requires If-Match', async () => {
    const article = await newsroom.create();
    const put = (headers: Record<string, string>) =>
      newsroom.request('PUT', `/articles/${article.id}`, article, headers);
    expect(await put({})).toMatchObject({ status: 428, body: { code: 'precondition_required' } });
    for (const tag of ['*', '1', '"x"', '"1", "2"'])
      expect((await put({ 'if-match': tag })).status).toBe(400);
    const saved = await put({ 'if-match': 'W/"1"' });
    expect([saved.status, saved.headers.get('etag'), saved.headers.get('cache-control')]).toEqual([
      200,
      '"2"',
      'no-store',
    ]);
    expect((await put({ 'if-match': '"1"' })).status).toBe(412);
    expect((await put({ 'if-match': '"3"' })).status).toBe(412);
  });

  test('ten concurrent requests with one Idempotency-Key create one article', async () => {
    const key = { 'idempotency-key': 'one-key' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => newsroom.request<ApiArticle>('POST', '/articles', ARTICLE_INPUT, key)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    const [id, ...others] = new Set(answers.map(({ body }) => body.id));
    expect(others).toEqual([]);
    expect(await app.database.db.$count(articles)).toBe(1);
    const other = await newsroom.request<ApiArticle>(
      'POST',
      '/articles',
      { ...ARTICLE_INPUT, title: 'Other words' },
      key,
    );
    expect([other.status, other.body.id, other.body.title]).toEqual([200, id, ARTICLE_INPUT.title]);
    const otherAdmin = await newsroomApi(app);
    const ofOther = await otherAdmin.request('POST', '/articles', { ...ARTICLE_INPUT, slug: 'theirs' }, key);
    expect(ofOther.status).toBe(201);
    await newsroom.request('DELETE', `/articles/${id}`);
    expect((await newsroom.request('POST', '/articles', ARTICLE_INPUT, key)).body).toMatchObject({
      status: 410,
      code: 'gone',
    });
  });

  test('an Idempotency-Key can be used again after a rejected request', async () => {
    await newsroom.create({ slug: 'taken' });
    const key = { 'idempotency-key': 'another-key' };
    expect(
      (await newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, slug: 'taken' }, key)).status,
    ).toBe(409);
    expect(
      (await newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, slug: 'free' }, key)).status,
    ).toBe(201);
  });

  test('one of ten concurrent requests gets a slug, and the others get a field error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, title: `Writer ${number}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 201))
      expect(body).toMatchObject({
        status: 409,
        code: 'conflict',
        fields: { slug: expect.stringContaining('Writer') },
      });
  });

  test('former addresses redirect without cycles, and never to another article', async () => {
    const walk = async (slug: string) => {
      const { status, headers } = await app.fetch(`/article/${slug}`);
      return status === 301 ? headers.get('location') : status;
    };
    let article = await newsroom.create({ slug: 'a', is_draft: false });
    const move = async (slug: string) => {
      const answer = await newsroom.save(article, { slug });
      if (answer.status === 200) article = answer.body;
      return answer.status;
    };
    for (const slug of ['b', 'c']) expect(await move(slug)).toBe(200);
    expect([await walk('a'), await walk('b'), await walk('c')]).toEqual(['/article/c', '/article/c', 200]);
    // Renamed back: the redirect becomes the article, and the article a redirect.
    expect(await move('a')).toBe(200);
    expect([await walk('a'), await walk('b'), await walk('c')]).toEqual([200, '/article/a', '/article/a']);
    for (const slug of ['b', 'c']) {
      const { status, body } = await newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, slug });
      expect([status, body['fields']]).toEqual([409, { slug: expect.stringContaining(ARTICLE_INPUT.title) }]);
    }
    // An address that was never public leaves no redirect.
    article = (await newsroom.save(article, { is_draft: true })).body;
    expect(await move('unseen')).toBe(200);
    expect(await move('d')).toBe(200);
    const other = await newsroom.create({ slug: 'unseen', is_draft: false });
    expect(await walk('unseen')).toBe(200);
    expect([await walk('a'), await walk('d')]).toEqual([404, 404]);
    article = (await newsroom.save(article, { is_draft: false })).body;
    expect([await walk('a'), await walk('d')]).toEqual(['/article/d', 200]);
    // Deleting an article permanently frees its addresses.
    await newsroom.request('DELETE', `/articles/${article.id}`);
    expect(await walk('a')).toBe(410);
    expect((await newsroom.save(other, { slug: 'a' })).status).toBe(409);
    await newsroom.request('DELETE', `/trash/${article.id}`);
    expect(await walk('a')).toBe(410);
    expect((await newsroom.save(other, { slug: 'a' })).status).toBe(200);
    expect([await walk('a'), await walk('unseen')]).toEqual([200, '/article/a']);
  });

  test('a changed title appears on every page that shows it, and other pages are not re-rendered', async () => {
    const first = await newsroom.create({ slug: 'first', title: 'First title', is_draft: false });
    await newsroom.create({ slug: 'second', title: 'Second title', is_draft: false });
    await newsroom.create({
      slug: 'elsewhere',
      title: 'Elsewhere',
      category_slug: 'culture',
      is_draft: false,
    });
    const shown = ['/article/first', '/article/second', '/sports', '/articles'];
    for (const path of shown) expect((await page(path)).text).toContain('First title');
    const culture = await app.fetch('/culture');
    const before = await culture.text();
    expect((await newsroom.save(first, { title: 'Later title' })).status).toBe(200);
    // Pages that recommend the article are re-rendered in the background.
    await expect.poll(async () => (await page('/article/second')).text).toContain('Later title');
    for (const path of shown) {
      const { text } = await page(path);
      expect(text).toContain('Later title');
      expect(text).not.toContain('First title');
    }
    expect((await page('/culture')).text).toBe(before);
  });
});
