import { describe, expect, test } from 'vitest';
import { databaseKindsFor } from '../app.ts';
import { createPage, deletePage, savePage } from '../own-page-api.ts';
import { prepareSearchSite } from './search-site.ts';
import type { Listing } from './section-editing-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('pages in the search (%s)', (databaseKind) => {
  const site = prepareSearchSite(databaseKind);

  const { find } = site;
  const paths = async (q: string, filters?: Record<string, string>) =>
    (await find(q, filters)).pages.map(({ path }) => path);

  test('follow what is published, changed and deleted, and never include a draft', async () => {
    const page = await createPage(site.newsroom, 'Ethics', {
      slug: 'ethics',
      content: '<p>We retract <b>mis</b>takes within a day, é la lettre.</p>',
    });
    await createPage(site.newsroom, 'Secret ethics', { slug: 'secret', is_draft: true });
    await site.newsroom.create({ slug: 'ethics-of-rain', title: 'The ethics of rain', is_draft: false });
    expect(await paths('ethics')).toEqual(['/ethics']);
    const found = await find('ethics');
    expect(found.results.map(({ path }) => path)).toEqual(['/article/ethics-of-rain']);
    expect(found.total).toBe(1);
    for (const query of ['mistake', 'retracting ', 'É', 'mist', '"within a day"', 'ethics -"a week"'])
      expect([query, await paths(query)]).toEqual([query, ['/ethics']]);
    for (const query of [
      'mist ',
      '"day within"',
      'ethics -mistakes',
      '-ethics',
      'ethics zebra',
      'secret',
      'mis',
    ])
      expect([query, await paths(query)]).toEqual([query, query === 'mis' ? ['/ethics'] : []]);
    expect(await paths('ethics', { section: 'sports' })).toEqual([]);

    const changed = await savePage(site.newsroom, page, { slug: 'our-ethics', content: '<p>Zebras.</p>' });
    expect(await paths('mistakes')).toEqual([]);
    expect(await paths('zebra')).toEqual(['/our-ethics']);
    const offline = await savePage(site.newsroom, changed.body, { is_draft: true });
    expect(await paths('zebra')).toEqual([]);
    const again = await savePage(site.newsroom, offline.body, { is_draft: false });
    expect(await paths('zebra')).toEqual(['/our-ethics']);
    await deletePage(site.newsroom, again.body);
    expect(await paths('zebra')).toEqual([]);
  });

  test('begin with sections and tags, which are found by their names', async () => {
    await site.newsroom.create({
      slug: 'sluice',
      title: 'Sluice',
      tags: ['Sports money', 'Dam'],
      is_draft: false,
    });
    const found = async (q: string) => (await find(q)).pages.map(({ kind, path }) => `${kind} ${path}`);
    expect(await found('sports')).toEqual(['section /sports', 'tag /tag/sports-money', 'page /about']);
    expect(await found('global politic')).toEqual(['section /articles/global-politics', 'page /about']);
    expect(await found('dams')).toEqual(['tag /tag/dam']);
    for (const query of ['dam -wall', '"politics global"'])
      expect([query, await found(query)]).toEqual([query, []]);
    const { total, suggestion } = await find('podcasts');
    expect([total, suggestion, await found('podcasts')]).toEqual([0, null, ['section /podcasts']]);
    const html = await (await site.app.fetch('/search?q=sports')).text();
    expect(html).toContain('1 article, 1 section, 1 tag, and 1 page for “sports”.');
    // No article has the word.
    expect((await find('cutlure')).suggestion).toBe('culture');
    const { sections } = (await site.newsroom.request<Listing>('GET', '/sections')).body;
    const sports = sections.find(({ slug }) => slug === 'sports');
    const renamed = { ...sports, name: 'Matches', short_name: 'Matches' };
    await site.newsroom.request('PUT', `/sections/${sports?.id}`, renamed, {
      'if-match': `"${sports?.revision}"`,
    });
    expect(await found('matches')).toEqual(['section /sports']);
  });

  test('stand above the articles on the page of results', async () => {
    await createPage(site.newsroom, 'Masthead <i>', {
      slug: 'masthead',
      content: '<p>Who <i>edits</i> &lt;b&gt;.</p>',
    });
    const html = await (await site.app.fetch('/search?q=masthead+edits')).text();
    expect(html).toContain('No articles, but 1 page for “masthead edits”.');
    expect(html).toContain('<mark>Masthead</mark> &lt;i&gt;');
    expect(html).toContain('Who <mark>edits</mark> &lt;b&gt;.');
    expect(html).not.toContain('Try other or fewer words');
    expect(await (await site.app.fetch('/search?q=masthead+zebra')).text()).toContain('No articles found');
  });
});
