import { describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeDraft, makeScheduledArticle } from '../factories.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

const FEEDS = ['feed.xml', 'rss.xml', 'feed.json'];

describe.each(databaseKindsFor(import.meta.filename))('tags, on the %s database', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind });

  const { text, statusOf: status } = site;
  const location = async (path: string) => {
    const response = await site.app.fetch(path);
    return [response.status, response.headers.get('location'), response.headers.get('cache-control')];
  };
  const sitemap = async () =>
    Array.from((await text('/sitemap-tags.xml')).matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) =>
      url.slice(PUBLIC_URL.length),
    );
  let sequence = 0;
  const publish = (tags: readonly string[], more: object = {}): Promise<ApiArticle> => {
    const number = ++sequence;
    return site.newsroom.create({
      slug: `piece-${number}`,
      title: `Piece ${number}!`,
      is_draft: false,
      tags,
      ...more,
    });
  };

  test('of an article link to a page with all articles of the tag, newest first', async () => {
    const first = await publish(['Water & sea']);
    const second = await publish(['water, SEA', '++', 'Other']);
    await makeDraft(site.app.database, { title: 'A draft of mine', tags: ['Water & sea'] });
    await makeScheduledArticle(site.app.database, { title: 'Not before tomorrow', tags: ['Water & sea'] });
    const article = await text(`/article/${second.slug}`);
    expect(article).toContain('<a class="tag" dir="auto" rel="tag" href="/tag/water-sea">water, SEA</a>');
    expect(article).toContain('<span class="tag" dir="auto">++</span>');
    const page = await text('/tag/water-sea');
    expect(page).toContain('<title>Articles tagged “water, SEA” – Meridian</title>');
    expect(page).toContain(`<link rel="canonical" href="${PUBLIC_URL}/tag/water-sea"/>`);
    expect(page).toContain('<meta name="description" content="Articles tagged “water, SEA” in Meridian."/>');
    expect(page).toMatch(/<h1[^>]*>water, SEA<\/h1>/);
    expect(page).toContain('2 articles with this tag');
    expect(page.match(/href="\/article\/[\w-]+"/g)).toEqual([
      `href="/article/${second.slug}"`,
      `href="/article/${first.slug}"`,
    ]);
    for (const hidden of ['A draft of mine', 'Not before tomorrow']) expect(page).not.toContain(hidden);
    expect(await sitemap()).toEqual(['/tag/other', '/tag/water-sea']);
  });

  test('have one address; other spellings redirect, and are not stored', async () => {
    await publish(['Élite économie', 'Выборы', 'Node.js', 'feed.xml']);
    for (const [spelling, target] of [
      ['Elite%20economie', 'elite-economie'],
      ['elite-%C3%A9conomie', 'elite-economie'],
      ['ELITE-ECONOMIE/rss.xml', 'elite-economie/rss.xml'],
      ['Node.js', 'node-js'],
      ['Node.js/feed.json', 'node-js/feed.json'],
      [encodeURIComponent('ВЫБОРЫ'), encodeURIComponent('выборы')],
    ])
      expect([spelling, ...(await location(`/tag/${spelling}`))]).toEqual([
        spelling,
        301,
        `/tag/${target}`,
        'no-store',
      ]);
    expect(await status('/tag/feed-xml')).toBe(200);
    expect(await status(`/tag/${encodeURIComponent('ВЫБОРЫ')}?page=1`)).toBe(404);
    const address = `/tag/${encodeURIComponent('выборы')}`;
    expect(await text(address)).toContain(`<link rel="canonical" href="${PUBLIC_URL}${address}"/>`);
    expect(await sitemap()).toContain(address);
  });

  test('follow publishing, changes of the tags, unpublishing and deleting at once', async () => {
    const path = '/tag/brand-new';
    const shows = async (page: string, title: string) => (await text(page)).includes(title);
    expect(await status(path)).toBe(404);
    const fields = { title: 'Fresh!', is_draft: true, tags: ['Brand new'] };
    const draft = await site.newsroom.create({ slug: 'fresh', ...fields });
    expect(await status(path)).toBe(404);
    const { body: published } = await site.newsroom.save(draft, { is_draft: false });
    expect(await shows(path, 'Fresh!')).toBe(true);
    const { body: renamed } = await site.newsroom.save(published, { title: 'Fresher!' });
    await expect.poll(() => shows(path, 'Fresher!')).toBe(true);
    const { body: respelled } = await site.newsroom.save(renamed, { tags: ['BRAND new', 'Second'] });
    await expect.poll(() => shows(path, 'BRAND new</h1>')).toBe(true);
    expect(await shows('/tag/second', 'Fresher!')).toBe(true);
    const { body: moved } = await site.newsroom.save(respelled, { tags: ['Second'] });
    await expect.poll(() => status(path)).toBe(404);
    await publish(['Second'], { title: 'Sibling!' });
    await expect.poll(() => shows('/tag/second', 'Sibling!')).toBe(true);
    await site.newsroom.save(moved, { is_draft: true });
    expect(await shows('/tag/second', 'Fresher!')).toBe(false);
    expect(await sitemap()).not.toContain(path);
    const single = await publish(['Deleted soon']);
    expect(await status('/tag/deleted-soon')).toBe(200);
    await site.newsroom.request('DELETE', `/articles/${single.id}`);
    expect(await status('/tag/deleted-soon')).toBe(404);
    for (const feed of FEEDS) expect(await status(`/tag/deleted-soon/${feed}`)).toBe(404);
  });
});
