import { describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { makeArticle, makeDraft, makeScheduledArticle } from '../factories.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('the public API, on the %s database', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind });

  const read = async (path: string, init?: RequestInit) => {
    const response = await site.app.fetch(`/api${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? {} : JSON.parse(text),
    };
  };

  test('articles are listed newest first, twelve a page, filtered by section and featured', async () => {
    for (let number = 0; number < 13; number += 1)
      await makeArticle(site.app.database, {
        categorySlug: number === 0 ? 'culture' : 'sports',
        featured: number === 5,
      });
    const first = await read('/articles');
    expect(first.body).toMatchObject({ total: 13, page: 1, page_count: 2 });
    expect(first.body.articles).toHaveLength(12);
    const dates = first.body.articles.map((article: { publish_date: string }) => article.publish_date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect((await read('/articles?page=2')).body.articles).toHaveLength(1);
    expect((await read('/articles?category=culture')).body).toMatchObject({ total: 1, page_count: 1 });
    const featured = await read('/articles?featured=true&category=sports');
    expect(featured.body).toMatchObject({ total: 1, articles: [{ category_slug: 'sports' }] });
    expect((await read('/articles?featured=false')).body.total).toBe(12);
  });

  test('a page after the last one is a problem response and is not cached', async () => {
    for (const path of [
      '/articles?page=99999',
      '/articles/nothing',
      '/articles/nothing/comments',
      '/categories/x',
    ]) {
      const { status, headers, body } = await read(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/problem+json']);
      expect(body).toMatchObject({ code: 'not_found', status: 404 });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    for (const path of ['/articles?page=0', '/articles?category=elsewhere', '/articles?featured=1'])
      expect((await read(path)).body).toMatchObject({ status: 400, code: 'invalid' });
    const page = await site.app.fetch('/nowhere');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test('an article is returned with its HTML, with absolute URLs', async () => {
    await site.newsroom.create({
      title: 'Told',
      slug: 'told-whole',
      content: '<h1>A</h1><p><img src="/media/article-images/a-960.webp" alt="x"></p>',
      image: '/media/article-images/a-960.webp',
      image_alt: 'A',
      is_draft: false,
      tags: ['One'],
    });
    const { body, headers } = await read('/articles/told-whole');
    expect(body).toMatchObject({
      url: `${PUBLIC_URL}/article/told-whole`,
      title: 'Told',
      image: `${PUBLIC_URL}/media/article-images/a-960.webp`,
      author_image: `${PUBLIC_URL}/placeholder.svg`,
      tags: ['One'],
      comment_count: 0,
    });
    expect(body.content).toContain(`<h1>A</h1><p><img src="${PUBLIC_URL}/media/article-images/a-960.webp"`);
    for (const secret of ['created_by', 'updated_by', 'revision', 'is_draft'])
      expect(body).not.toHaveProperty(secret);
    expect(headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  });

  test('drafts and scheduled articles are not returned', async () => {
    const draft = await makeDraft(site.app.database, { title: 'Unfinished' });
    const scheduled = await makeScheduledArticle(site.app.database, { title: 'Unborn' });
    for (const { slug } of [draft, scheduled])
      for (const path of [`/articles/${slug}`, `/articles/${slug}/comments`])
        expect((await read(path)).status).toBe(404);
    const { body, text } = await read('/articles?category=global-politics');
    expect(body.total).toBe(0);
    expect(text).not.toMatch(/Unfinished|Unborn/);
  });

  test('a response changes with its data', async () => {
    const article = await site.newsroom.create({
      ...ARTICLE_INPUT,
      title: 'Kept',
      slug: 'kept',
      category_slug: 'opinions',
      is_draft: false,
    });
    const paths = ['/articles/kept', '/articles?category=opinions', '/articles'];
    for (const path of paths) await read(path);
    await site.newsroom.save(article, { title: 'Kept and changed' });
    for (const path of paths)
      await expect.poll(async () => (await read(path)).text).toContain('Kept and changed');
    const now = (await site.newsroom.request('GET', `/articles/${article.id}`)).body;
    await site.newsroom.save(now as never, { is_draft: true });
    expect((await read('/articles/kept')).status).toBe(404);
    for (const path of paths.slice(1)) expect((await read(path)).text).not.toContain('Kept and changed');
  });

  test('unknown query parameters create no cache entries, and a former slug redirects', async () => {
    const plain = await read('/articles?category=sports');
    const noisy = await read('/articles?utm_source=x&page=1&category=sports');
    expect([noisy.headers.get('etag'), noisy.text]).toEqual([plain.headers.get('etag'), plain.text]);
    const article = await site.newsroom.create({ slug: 'old-place', is_draft: false });
    await site.newsroom.save(article, { slug: 'new-place' });
    const { status, headers } = await read('/articles/old-place');
    expect([status, headers.get('location')]).toEqual([301, '/api/articles/new-place']);
  });

  test('cross-origin pages may read and may not write', async () => {
    const preflight = await site.app.fetch('/api/articles/kept', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
    for (const headers of [preflight.headers, (await read('/articles')).headers]) {
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      expect(headers.has('set-cookie')).toBe(false);
    }
    for (const path of ['/newsroom/articles', '/account', '/sessions', '/openapi.json'])
      for (const method of ['OPTIONS', 'GET', 'POST'])
        expect((await read(path, { method })).headers.has('access-control-allow-origin')).toBe(false);
  });
});
