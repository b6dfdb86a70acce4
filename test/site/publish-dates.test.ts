import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { databaseKindsFor } from '../app.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { onArticle } from './article-requests.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('publication dates (%s)', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind });
  const correct = (article: Pick<ApiArticle, 'id' | 'revision'>, date: string) =>
    onArticle(site.newsroom, article, 'PUT', 'publish-date', { publish_date: date });
  const publish = (slug: string, fields: Record<string, unknown> = {}) =>
    site.newsroom.create({ slug, title: `Title of ${slug}`, is_draft: false, ...fields });
  const has = async (path: string, part: string) => (await site.text(path)).includes(part);

  test('an article is created with a date in the past, and not with one in the future or as a draft', async () => {
    const dated = await publish('created-in-the-past', { publish_date: '2018-02-03T04:05:06+01:00' });
    expect(dated).toMatchObject({ publish_date: '2018-02-03T03:05:06.000Z', is_draft: false });
    expect(await has('/articles/archive/2018/02', 'created-in-the-past')).toBe(true);
    for (const change of [{ publish_date: '2999-01-01T00:00:00Z' }, { is_draft: true }]) {
      const input = { ...dated, slug: 'not-created', ...change };
      expect(await site.newsroom.request('POST', '/articles', input)).toMatchObject({
        status: 422,
        body: { fields: { publish_date: expect.any(String) } },
      });
    }
    expect(await site.app.database.db.$count(articles, eq(articles.slug, 'not-created'))).toBe(0);
  });

  test('a corrected date moves the article in lists, archive, feeds and sitemaps, and nothing else', async () => {
    const tags = ['Dating'];
    const article = await publish('moved-back', { tags });
    await publish('second', { tags });
    await publish('third', { tags });
    const month = article.publish_date?.slice(0, 7) ?? '';
    const now = `/articles/archive/${month.replace('-', '/')}`;
    const places = ['/articles', '/sports', '/tag/dating', '/feed.xml', '/api/articles'];
    /** Whether it comes before another article. */
    const isFirst = async (path: string, slug: string) => {
      const text = await site.text(path);
      return text.indexOf('moved-back') < text.indexOf(slug);
    };
    for (const path of places) expect([path, await isFirst(path, 'second')]).toEqual([path, false]);
    expect(await has(now, 'moved-back')).toBe(true);
    expect((await site.app.fetch('/articles/archive/2019/05')).status).toBe(404);
    expect(await has(`/sitemap-articles-${month}-1.xml`, 'moved-back')).toBe(true);
    expect(await site.text('/article/second')).toContain('/article/moved-back');

    const { status, body } = await correct(article, '2019-05-06T09:30:00+02:00');
    expect([status, body]).toMatchObject([
      200,
      {
        publish_date: '2019-05-06T07:30:00.000Z',
        updated_at: article['updated_at'],
        revision: 1,
        state: 'published',
      },
    ]);
    expect(await has('/articles/archive/2019/05', 'moved-back')).toBe(true);
    await expect.poll(() => has(now, '/article/moved-back')).toBe(false);
    expect(await has('/sitemap-articles-2019-05-1.xml', 'moved-back')).toBe(true);
    expect(await has(`/sitemap-articles-${month}-1.xml`, 'moved-back')).toBe(false);
    expect(await has('/sitemap-news.xml', 'moved-back')).toBe(false);
    expect(await site.text('/article/moved-back')).toContain('"datePublished":"2019-05-06T07:30:00.000Z"');
    const again = (await correct(article, article.publish_date ?? '')).body;
    expect(again['publish_date']).toBe(article.publish_date);
    // Saving does not move it.
    const saved = await site.newsroom.save(again, { title: 'Another title' });
    expect(saved.body.publish_date).toBe(article.publish_date);
    const events = await site.app.database.db
      .select({ detail: auditEvents.detail })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'article_date_corrected'))
      .orderBy(auditEvents.id);
    expect(events[0]?.detail).toBe(`${article.publish_date} to 2019-05-06T07:30:00.000Z`);
  });

  test('what is not in the past, or was never published, is rejected', async () => {
    const article = await publish('not-moved');
    const draft = await site.newsroom.create({ slug: 'never-published' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const [one, date, expected] of [
      [article, tomorrow, 422],
      [article, '1899-12-31T00:00:00Z', 422],
      [article, '2020-01-01', 422],
      [article, '2020-01-01T00:00:00', 422],
      [article, 'yesterday', 422],
      [draft, '2020-01-01T00:00:00Z', 409],
      [{ ...article, revision: 7 }, '2020-01-01T00:00:00Z', 412],
    ] as const)
      expect([date, (await correct(one, date)).status]).toEqual([date, expected]);
    expect((await site.newsroom.request<ApiArticle>('GET', `/articles/${article.id}`)).body).toMatchObject({
      publish_date: article.publish_date,
    });
    expect((await site.newsroom.request('GET', `/articles/${draft.id}`)).body['publish_date']).toBe(null);
  });
});
