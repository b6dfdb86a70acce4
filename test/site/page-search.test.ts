import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchJson } from '#reader/search/search-json.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { createPage, deletePage, savePage } from '../own-page-api.ts';
import { changeSettings } from '../settings.ts';

describe.each(databaseKindsFor(import.meta.filename))('pages in the search (%s)', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    newsroom = await newsroomApi(app);
  });
  afterAll(() => app.close());

  const find = async (q: string, filters: Record<string, string> = {}) => {
    const response = await app.fetch(`/api/search?${new URLSearchParams({ q, ...filters }).toString()}`);
    expect(response.status).toBe(200);
    return (await response.json()) as SearchJson;
  };
  const paths = async (q: string, filters?: Record<string, string>) =>
    (await find(q, filters)).pages.map(({ path }) => path);

  test('follow what is published, changed and deleted, and never include a draft', async () => {
    const page = await createPage(newsroom, 'Ethics', {
      slug: 'ethics',
      content: '<p>We retract <b>mis</b>takes within a day, é la lettre.</p>',
    });
    await createPage(newsroom, 'Secret ethics', { slug: 'secret', is_draft: true });
    await newsroom.create({ slug: 'ethics-of-rain', title: 'The ethics of rain', is_draft: false });
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

    const changed = await savePage(newsroom, page, { slug: 'our-ethics', content: '<p>Zebras.</p>' });
    expect(await paths('mistakes')).toEqual([]);
    expect(await paths('zebra')).toEqual(['/our-ethics']);
    const offline = await savePage(newsroom, changed.body, { is_draft: true });
    expect(await paths('zebra')).toEqual([]);
    const again = await savePage(newsroom, offline.body, { is_draft: false });
    expect(await paths('zebra')).toEqual(['/our-ethics']);
    await deletePage(newsroom, again.body);
    expect(await paths('zebra')).toEqual([]);
  });

  test('include About, and those with a word in the title first', async () => {
    await createPage(newsroom, 'Imprint', { slug: 'imprint', content: '<p>All about the owner.</p>' });
    expect(await paths('about')).toEqual(['/about', '/imprint']);
    await changeSettings(app, await adminHeaders(app), { about_mission: ['Xylophones for everybody.'] });
    expect(await paths('xylophone')).toEqual(['/about']);
  });

  test('stand above the articles on the page of results', async () => {
    await createPage(newsroom, 'Masthead <i>', {
      slug: 'masthead',
      content: '<p>Who <i>edits</i> &lt;b&gt;.</p>',
    });
    const html = await (await app.fetch('/search?q=masthead+edits')).text();
    expect(html).toContain('No articles, but 1 page for “masthead edits”.');
    expect(html).toContain('<mark>Masthead</mark> &lt;i&gt;');
    expect(html).toContain('Who <mark>edits</mark> &lt;b&gt;.');
    expect(html).not.toContain('Try other or fewer words');
    expect(await (await app.fetch('/search?q=masthead+zebra')).text()).toContain('No articles found');
  });
});
