import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { waitForLocks } from './lock-waits.ts';
import { prepareSectionsSite, type ApiSection, type Listing, HEALTH } from './section-editing-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('editing sections (%s database)', (databaseKind) => {
  const site = prepareSectionsSite(databaseKind);
  const { list, find, add, change, text, redirect } = site;

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

  test('the order is that of the menu, of the home page and of the API', async () => {
    const { sections, revision } = await list();
    const slugs = sections.map(({ slug }) => slug).toReversed();
    const saved = await site.newsroom.request<Listing>(
      'PUT',
      '/section-order',
      { slugs },
      { 'if-match': `"${revision}"` },
    );
    expect([saved.status, saved.body.sections.map(({ slug }) => slug)]).toEqual([200, slugs]);
    const home = await text('/');
    const cards = Array.from(home.matchAll(/aria-label="Explore ([^"]+)"/g), ([, name]) => name);
    expect(cards.slice(1, 4)).toEqual(['Investigations', 'Opinions', 'Media &amp; Power']);
    expect(home.indexOf('href="/investigations"')).toBeLessThan(home.indexOf('href="/sports"'));
    const { categories } = (await (await site.app.fetch('/api/categories')).json()) as {
      categories: ApiSection[];
    };
    expect(categories.slice(1, 3).map(({ slug }) => slug)).toEqual(slugs.slice(0, 2));
  });

  test.each(['contributor', 'author'] as const)('a %s reads sections and changes none', async (role) => {
    const other = await newsroomApi(site.app, role);
    const { sections, revision } = (await other.request<Listing>('GET', '/sections')).body;
    const [first] = sections as [ApiSection];
    const tag = { 'if-match': `"${first.revision}"` };
    const order = { slugs: sections.map(({ slug }) => slug) };
    const statuses = [
      await other.request('POST', '/sections', HEALTH),
      await other.request('PUT', `/sections/${first.id}`, first, tag),
      await other.request('DELETE', `/sections/${first.id}`, undefined, tag),
      await other.request('PUT', '/section-order', order, { 'if-match': `"${revision}"` }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403]);
  });
});
