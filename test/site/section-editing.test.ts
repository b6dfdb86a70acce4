import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { waitForLocks } from './lock-waits.ts';
import { prepareSectionsSite } from './section-editing-site.ts';
import { makeArticle } from '../factories.ts';

describe.each(databaseKindsFor(import.meta.filename))('editing sections (%s database)', (databaseKind) => {
  const site = prepareSectionsSite(databaseKind);
  const { find, add, change, remove, text, redirect } = site;

  test('a change is in the next response of every page', async () => {
    await site.newsroom.create({ slug: 'match', is_draft: false });
    const paths = ['/', '/about', '/sports', '/articles', '/article/match', '/feed.xml', '/admin'];
    for (const path of paths) expect(await text(path)).not.toContain('Games');
    const response = await change('sports', {
      name: 'The Games',
      short_name: 'Games',
      icon: 'users',
      description: 'Played outside.',
    });
    expect([response.status, response.headers.get('etag')]).toEqual([200, '"2"']);
    expect(response.body).toMatchObject({ slug: 'sports', revision: 2, article_count: 1, path: '/sports' });
    for (const path of paths) expect([path, (await text(path)).includes('Games')]).toEqual([path, true]);
    expect(await text('/')).toMatch(/The Games.*Played outside\./s);
    expect(await text('/about')).toContain('<a href="/sports">Games</a>');
    expect(await text('/sports')).toMatch(/lucide-users.*<h1[^>]*>The Games<.*Played outside\./s);
    expect(await text('/article/match')).toContain('"articleSection":"Games"');
    expect(await (await site.app.fetch('/api/categories/sports')).json()).toMatchObject({ name: 'Games' });
  });

  test('a renamed path redirects, however often, and a section can return to a former one', async () => {
    const moves = [
      ['/games', { path_segment: 'games' }],
      ['/articles/play', { path_segment: 'play', is_category: true }],
      ['/sports', { path_segment: 'sports', is_category: false }],
      ['/games', { path_segment: 'games' }],
    ] as const;
    const former = new Set(['/sports', '/articles/sports']);
    for (const [path, fields] of moves) {
      // So that the answers before the change are stored.
      for (const other of [...former, path]) await site.app.fetch(other);
      expect([path, (await change('sports', fields)).status]).toEqual([path, 200]);
      for (const prefix of ['/', '/articles/']) former.add(prefix + fields.path_segment);
      for (const other of former)
        expect([other, ...(await redirect(other))]).toEqual(
          other === path ? [other, 200, null] : [other, 301, path],
        );
    }
    expect(await redirect('/sports?page=3')).toEqual([301, '/games?page=3']);
    const article = await site.newsroom.create({ slug: 'match', is_draft: false });
    expect(article['category_slug']).toBe('sports');
    expect(await text('/article/match')).toContain('href="/games"');
    for (const path of ['/sports/rss.xml', '/articles/play/rss.xml'])
      expect([path, ...(await redirect(path))]).toEqual([path, 301, '/games/rss.xml']);
  });

  test('a path that the site, another section or a redirect uses is rejected at the field', async () => {
    await change('sports', { path_segment: 'games' });
    const taken = {
      admin: 'The site itself uses /admin.',
      'your-data': 'The site itself uses /your-data.',
      culture: '“Culture” already uses this path.',
      sports: 'This path redirects to “Sports”.',
    };
    for (const [path_segment, message] of Object.entries(taken))
      for (const response of [await add({ path_segment }), await change('opinions', { path_segment })])
        expect(response).toMatchObject({
          status: 409,
          body: {
            code: 'conflict',
            fields: {
              path_segment: `${message} Please choose another${message.startsWith('The site') ? ' path' : ''}.`,
            },
          },
        });
    expect((await find('opinions')).revision).toBe(1);
  });

  // The embedded database has one connection.
  test.runIf(databaseKind === 'server')(
    'of a page and a section that get one path at the same moment, one is stored',
    async () => {
      const { db } = site.app.database;
      const newsroom = await newsroomApi(site.app);
      const page = { title: 'Health', excerpt: 'About', content: '<p>Text</p>', is_draft: false };
      const changes = await db.transaction(async (tx) => {
        // Changes whose checks are passed wait before they are stored.
        await tx.execute(sql`lock table categories, pages in share mode`);
        const requests = [newsroom.request('POST', '/pages', page), add()];
        await waitForLocks(site.app.database, 2);
        return { responses: Promise.all(requests) };
      });
      const responses = await changes.responses;
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
      const field = responses[0]?.status === 409 ? 'slug' : 'path_segment';
      expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
        fields: { [field]: expect.stringContaining('The site itself uses') },
      });
      expect((await site.app.fetch('/health')).status).toBe(200);
    },
  );

  test('every first segment that a route uses is reserved', async () => {
    const html = await Promise.all(['/', '/sitemap-pages.xml'].map(text));
    const paths = html.join('').matchAll(/(?:href="|<loc>[^<]*:\/\/[^</]+)\/([a-z-]+)[/"<?#]/g);
    const segments = new Set(Array.from(paths, ([, segment = '']) => segment));
    expect(segments.size).toBeGreaterThan(10);
    for (const path_segment of segments)
      expect([path_segment, (await add({ path_segment })).status]).toEqual([path_segment, 409]);
  });

  test('an added section is in menus, on the home page and in the editor, and takes articles', async () => {
    expect((await site.app.fetch('/health')).status).toBe(404);
    const { status, body } = await add({ description: 'Bodies.' });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ slug: 'health', path: '/health', revision: 1 }),
    ]);
    expect(await text('/health')).toMatch(
      /Health &amp; Science.*Bodies\..*No articles in this category yet/s,
    );
    expect(await text('/')).toMatch(/<a href="\/health">Health<.*Explore Health &amp; Science/s);
    expect(await text('/sitemap-pages.xml')).toContain('/health<');
    await site.newsroom.create({
      slug: 'flu',
      title: 'Flu season',
      category_slug: 'health',
      is_draft: false,
    });
    await expect.poll(() => text('/health')).toContain('Flu season');
    const unknown = { title: 'T', slug: 't', excerpt: 'E', content: '<p>C</p>', category_slug: 'nowhere' };
    expect(await site.newsroom.request('POST', '/articles', unknown)).toMatchObject({
      status: 422,
      body: { fields: { category_slug: 'Please choose a section that exists' } },
    });
  });

  test('have one path each; the other kind of path redirects to it, with the page', async () => {
    expect(await redirect('/articles/sports')).toEqual([301, '/sports']);
    expect(await redirect('/articles/sports?page=2')).toEqual([301, '/sports?page=2']);
    expect(await redirect('/global-politics')).toEqual([301, '/articles/global-politics']);
    for (const path of ['/nowhere', '/articles/nowhere', '/articles/articles', '/podcasts/sports', '/SPORTS'])
      expect([path, (await site.app.fetch(path)).status]).toEqual([path, 404]);
    for (const path of ['/articles/sports?page=0', '/sports?page=0', '/sports?page=2', '/sports?page=999'])
      expect([path, (await site.app.fetch(path)).status]).toEqual([path, 404]);
    for (let number = 0; number < 13; number += 1)
      await makeArticle(site.app.database, { categorySlug: 'sports' });
    expect(await text('/sports?page=2')).toContain('href="/sports" rel="prev"');
    expect((await site.app.fetch('/sports?page=3')).status).toBe(404);
  });

  test('that are hidden are in no menu, on no card and in no list, but can be read', async () => {
    await makeArticle(site.app.database, { slug: 'match', categorySlug: 'sports', title: 'The match' });
    for (const path of ['/', '/sitemap-pages.xml', '/api/categories']) await site.app.fetch(path);
    expect((await change('sports', { is_visible: false })).status).toBe(200);
    for (const path of ['/', '/about', '/sitemap-pages.xml', '/api/categories'])
      expect([path, (await text(path)).includes('/sports')]).toEqual([path, false]);
    expect(await text('/sports')).toContain('The match');
    expect(await text('/article/match')).toContain('href="/sports"');
  });

  test('a section is removed only without articles, drafts included', async () => {
    await add();
    const draft = await site.newsroom.create({ category_slug: 'health', is_draft: true });
    const section = await find('health');
    expect(await remove(section)).toMatchObject({
      status: 409,
      body: {
        detail:
          'This section has 1 article, drafts, pending changes and the trash included. Move or delete them first.',
        article_count: 1,
      },
    });
    await site.newsroom.save(draft, { category_slug: 'sports' });
    expect((await remove(section)).status).toBe(204);
    expect((await remove(section)).status).toBe(404);
    expect((await site.app.fetch('/health')).status).toBe(404);
    expect(await text('/')).not.toContain('/health');
  });

  test('the articles and paths of a removed section move to another one', async () => {
    await add();
    await change('health', { path_segment: 'bodies' });
    const article = await site.newsroom.create({ slug: 'flu', category_slug: 'health', is_draft: false });
    const draft = await site.newsroom.create({ slug: 'cold', category_slug: 'health' });
    // So that the answers before the removal are stored.
    for (const path of ['/article/flu', '/bodies', '/health', '/culture']) await text(path);
    const section = await find('health');
    expect((await remove(section, '?move_to=culture')).status).toBe(204);
    for (const path of ['/health', '/bodies', '/articles/health'])
      expect([path, ...(await redirect(path))]).toEqual([path, 301, '/culture']);
    expect(await text('/culture')).toContain('/article/flu');
    expect(await text('/article/flu')).toContain('<a class="badge" href="/culture">Culture</a>');
    expect((await find('culture'))['article_count']).toBe(2);
    const found = await site.newsroom.request('GET', '/articles?category=culture&search=flu');
    expect(found.body['total']).toBe(1);
    // Neither is changed otherwise, so an editor that has one open can save it.
    const stored = await site.newsroom.request('GET', `/articles/${article.id}`);
    expect(stored.body).toEqual({ ...article, category_slug: 'culture' });
    const first = await site.newsroom.request('GET', `/articles/${draft.id}/revisions/1`);
    expect(first.body['category_slug']).toBe('culture');
    expect((await site.newsroom.save(draft, { category_slug: 'culture' })).status).toBe(200);
  });
});
