import { describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { DATABASE_KINDS } from '../app.ts';
import { type ApiArticle, ARTICLE_INPUT, newsroomApi } from '../newsroom-api.ts';
import { prepareArticlesSite } from './newsroom-articles-site.ts';

describe.each(DATABASE_KINDS)('the articles of the newsroom, on the %s database', (databaseKind) => {
  const site = prepareArticlesSite(databaseKind);
  const { page } = site;

  test('the life cycle of an article: created, published, moved, changed, unpublished, published again, deleted', async () => {
    const draft = await site.newsroom.create();
    expect(draft).toMatchObject({ ...ARTICLE_INPUT, image_alt: null, is_draft: true, publish_date: null });
    expect((await page('/article/rain-over-the-delta')).status).toBe(404);

    const published = (await site.newsroom.save(draft, { is_draft: false, tags: [' Rain ', 'rain', ''] }))
      .body;
    expect(published).toMatchObject({ is_draft: false, revision: 2, tags: ['Rain'] });
    expect(published.publish_date).toEqual(expect.any(String));
    expect((await page('/article/rain-over-the-delta')).text).toContain('It rained for nine days.');
    expect((await page('/sports')).text).toContain('Rain over the delta');

    const moved = (await site.newsroom.save(published, { slug: 'nine-days', category_slug: 'culture' })).body;
    expect(moved.publish_date).toBe(published.publish_date);
    expect((await page('/sports')).text).not.toContain('Rain over the delta');
    expect((await page('/culture')).text).toContain('/article/nine-days');
    const redirect = await site.app.fetch('/article/rain-over-the-delta');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([301, '/article/nine-days']);

    const offline = (await site.newsroom.save(moved, { is_draft: true })).body;
    for (const path of ['/article/nine-days', '/article/rain-over-the-delta'])
      expect((await page(path)).status).toBe(404);
    expect((await page('/culture')).text).not.toContain('Rain over the delta');

    const again = (await site.newsroom.save(offline, { is_draft: false })).body;
    expect(again.publish_date).toBe(published.publish_date);
    expect((await page('/article/nine-days')).status).toBe(200);

    expect((await site.newsroom.request('DELETE', `/articles/${again.id}`)).status).toBe(204);
    for (const path of ['/article/nine-days', '/article/rain-over-the-delta'])
      expect((await page(path)).status).toBe(410);
    expect((await site.newsroom.request('GET', `/articles/${again.id}`)).body).toMatchObject({
      state: 'in_trash',
    });
    expect((await site.newsroom.request('DELETE', `/articles/${again.id}`)).status).toBe(404);
    expect((await site.newsroom.request<ApiArticle>('GET', '/articles')).body).toMatchObject({
      articles: [],
      total: 0,
    });
  });

  test('one of many concurrent saves of a revision succeeds, and the others get the current article', async () => {
    const article = await site.newsroom.create();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => site.newsroom.save(article, { title: `Version ${number}` })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const { notices: _, ...current } = won[0]?.body ?? ({} as ApiArticle);
    expect(current).toMatchObject({ revision: 2 });
    for (const { status, body, headers } of answers.filter((answer) => answer !== won[0])) {
      expect([status, headers.get('content-type')]).toEqual([412, 'application/problem+json']);
      expect(body).toMatchObject({ code: 'stale', current });
    }
    const { body } = await site.newsroom.request('GET', `/articles/${article.id}/revisions`);
    expect(body['revisions']).toMatchObject([{ revision: 2, title: current.title }, { revision: 1 }]);
  });

  test('ten concurrent requests with one Idempotency-Key create one article', async () => {
    const key = { 'idempotency-key': 'one-key' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        site.newsroom.request<ApiArticle>('POST', '/articles', ARTICLE_INPUT, key),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    const [id, ...others] = new Set(answers.map(({ body }) => body.id));
    expect(others).toEqual([]);
    expect(await site.app.database.db.$count(articles)).toBe(1);
    const other = await site.newsroom.request<ApiArticle>(
      'POST',
      '/articles',
      { ...ARTICLE_INPUT, title: 'Other words' },
      key,
    );
    expect([other.status, other.body.id, other.body.title]).toEqual([200, id, ARTICLE_INPUT.title]);
    const otherAdmin = await newsroomApi(site.app);
    const ofOther = await otherAdmin.request('POST', '/articles', { ...ARTICLE_INPUT, slug: 'theirs' }, key);
    expect(ofOther.status).toBe(201);
    await site.newsroom.request('DELETE', `/articles/${id}`);
    expect((await site.newsroom.request('POST', '/articles', ARTICLE_INPUT, key)).body).toMatchObject({
      status: 410,
      code: 'gone',
    });
  });

  test('one of ten concurrent requests gets a slug, and the others get a field error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        site.newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, title: `Writer ${number}` }),
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
      const { status, headers } = await site.app.fetch(`/article/${slug}`);
      return status === 301 ? headers.get('location') : status;
    };
    let article = await site.newsroom.create({ slug: 'a', is_draft: false });
    const move = async (slug: string) => {
      const answer = await site.newsroom.save(article, { slug });
      if (answer.status === 200) article = answer.body;
      return answer.status;
    };
    for (const slug of ['b', 'c']) expect(await move(slug)).toBe(200);
    expect([await walk('a'), await walk('b'), await walk('c')]).toEqual(['/article/c', '/article/c', 200]);
    // Renamed back: the redirect becomes the article, and the article a redirect.
    expect(await move('a')).toBe(200);
    expect([await walk('a'), await walk('b'), await walk('c')]).toEqual([200, '/article/a', '/article/a']);
    for (const slug of ['b', 'c']) {
      const { status, body } = await site.newsroom.request('POST', '/articles', { ...ARTICLE_INPUT, slug });
      expect([status, body['fields']]).toEqual([409, { slug: expect.stringContaining(ARTICLE_INPUT.title) }]);
    }
    // An address that was never public leaves no redirect.
    article = (await site.newsroom.save(article, { is_draft: true })).body;
    expect(await move('unseen')).toBe(200);
    expect(await move('d')).toBe(200);
    await site.newsroom.create({ slug: 'unseen', is_draft: false });
    expect(await walk('unseen')).toBe(200);
    expect([await walk('a'), await walk('d')]).toEqual([404, 404]);
    article = (await site.newsroom.save(article, { is_draft: false })).body;
    expect([await walk('a'), await walk('d')]).toEqual(['/article/d', 200]);
  });

  test('a changed title appears on every page that shows it, and other pages are not re-rendered', async () => {
    const first = await site.newsroom.create({ slug: 'first', title: 'First title', is_draft: false });
    await site.newsroom.create({ slug: 'second', title: 'Second title', is_draft: false });
    await site.newsroom.create({ slug: 'elsewhere', category_slug: 'culture', is_draft: false });
    const shown = ['/article/first', '/article/second', '/sports', '/articles'];
    for (const path of shown) expect((await page(path)).text).toContain('First title');
    const culture = await site.app.fetch('/culture');
    const before = await culture.text();
    expect((await site.newsroom.save(first, { title: 'Later title' })).status).toBe(200);
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
