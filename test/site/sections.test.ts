import { describe, expect, test } from 'vitest';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { readSections } from '#domain/categories/queries.server.ts';
import { databaseKindsFor } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { restoreRevision } from './article-requests.ts';
import { prepareSectionsSite } from './section-editing-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('the sections, on the %s database', (databaseKind) => {
  const site = prepareSectionsSite(databaseKind);
  const { find, add, change, remove, text, redirect } = site;

  test('of a new installation are those of the specification', async () => {
    const { all } = await readSections(site.app.database.db);
    expect(all).toEqual(DEFAULT_SECTIONS);
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

  test('a revision is restored into the present section if its own was removed', async () => {
    await add();
    const before = await site.newsroom.create({ category_slug: 'health', title: 'Before' });
    const { body: after } = await site.newsroom.save(before, { category_slug: 'culture', title: 'After' });
    await remove(await find('health'));
    expect(await restoreRevision(site.newsroom, after)).toMatchObject({
      status: 200,
      body: { title: 'Before', category_slug: 'culture' },
    });
  });
});
