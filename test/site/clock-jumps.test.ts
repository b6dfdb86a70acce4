import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/durations.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

describe.each(DATABASE_KINDS)('a clock that goes back, on the %s database', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  let shift = 0;
  let authorPath = '';
  let early: ApiArticle;
  const clock = () => new Date(Date.now() + shift);

  beforeAll(async () => {
    app = await testApp({ databaseKind, clock });
    newsroom = await newsroomApi(app);
    const { body: author } = await newsroom.request('POST', '/authors', { name: 'Ada Ahead' });
    authorPath = `/author/${String(author['slug'])}`;
    const fields = {
      category_slug: 'sports',
      tags: ['Clocks'],
      bylines: [{ author: author['id'], name: '' }],
      is_draft: false,
    };
    const names = { slug: 'published-ahead', title: 'Published ahead' };
    const draft = await newsroom.create({ ...fields, ...names, is_draft: true });
    // More than a year: the recency of search results is a fraction with the age in its denominator.
    const at = new Date(Date.now() + 400 * DAY_MS);
    const schedule = { action: 'publish', at: at.toISOString() };
    const ifMatch = { 'if-match': '"1"' };
    const scheduled = await newsroom.request('PUT', `/articles/${draft.id}/schedule`, schedule, ifMatch);
    if (scheduled.status !== 200) throw new Error(`scheduling was answered with ${scheduled.status}`);
    shift = 401 * DAY_MS;
    await app.jobs.runDue();
    shift = 0;
    // The sessions of then have expired.
    newsroom = await newsroomApi(app);
    early = (await newsroom.request<ApiArticle>('GET', `/articles/${draft.id}`)).body;
    // Renders everything again.
    await newsroom.create({ ...fields, slug: 'published-after', title: 'Published after' });
    await app.database.transaction(async (tx) => tx.purge('*'));
    await app.jobs.runDue();
  });
  afterAll(() => app.close());

  const month = () => String(early.publish_date).slice(0, 7);

  test.each([
    ['its page', () => '/article/published-ahead'],
    ['all articles', () => '/articles'],
    ['its section', () => '/sports'],
    ['its tag', () => '/tag/clocks'],
    ['its author', () => authorPath],
    ['related articles', () => '/article/published-after'],
    ['the archive', () => `/articles/archive/${month().replace('-', '/')}`],
    ['the search', () => '/search?q=published+ahead'],
    ['the feed', () => '/feed.xml'],
    ['the feed of the section', () => '/sports/rss.xml'],
    ['the feed of the tag', () => '/tag/clocks/feed.json'],
    ['the feed of the author', () => `${authorPath}/feed.xml`],
    ['the sitemap', () => `/sitemap-articles-${month()}-1.xml`],
    ['the news sitemap', () => '/sitemap-news.xml'],
    ['the API', () => '/api/articles'],
    ['an article of the API', () => '/api/articles/published-ahead'],
  ])('the article stays in %s', async (_, path) => {
    const response = await app.fetch(path());
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('published-ahead'),
    ]);
    expect(Date.parse(String(early.publish_date)) - Date.now()).toBeGreaterThan(399 * DAY_MS);
  });
  test('lists count it', async () => {
    expect(await (await app.fetch('/api/articles?category=sports')).json()).toMatchObject({ total: 2 });
    expect(await (await app.fetch('/tag/clocks')).text()).toContain('2 articles with this tag');
    expect(await (await app.fetch('/sitemap-tags.xml')).text()).toContain('/tag/clocks<');
  });
});
