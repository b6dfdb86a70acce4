import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TextPartJson } from '#reader/search/search-json.ts';
import { DATABASE_KINDS } from '../app.ts';
import { makeArticle, makeDraft, makeScheduledArticle } from '../factories.ts';
import { prepareSearchSite } from './search-site.ts';
import type { Listing } from './section-editing-site.ts';
import { createPage, deletePage, savePage } from '../own-page-api.ts';

describe.each(DATABASE_KINDS)('the search, on the %s database', (databaseKind) => {
  const site = prepareSearchSite(databaseKind);
  const { find, index, publish, request, slugs, words } = site;

  test('finds words in title, excerpt, text, tags and authors, as soon as the article is published', async () => {
    await publish('granite', {
      title: 'Granite in the hills',
      excerpt: 'About quarrying.',
      content: '<p>Workers <b>drill</b>ed below &amp; above.</p><ul><li>dust</li><li>noise</li></ul>',
      tags: ['Geology'],
      bylines: [{ author: null, name: 'Amina Okafor' }],
    });
    for (const query of ['granite', 'quarrying', 'drilled', 'noise', 'geology', 'okafor', 'GRANITE okafor'])
      expect([query, await slugs(query)]).toEqual([query, ['granite']]);
    for (const query of ['amp', 'li', 'dustnoise', 'granite marble']) expect(await slugs(query)).toEqual([]);
  });

  test('finds forms of a word, accents or none, and the beginning of the last word', async () => {
    await publish('elections', { title: 'Les élections à Łódź', content: '<p>Governments governing.</p>' });
    for (const query of ['election', 'ÉLECTIONS', 'elections lodz', 'government', 'gover', 'lódz'])
      expect([query, await slugs(query)]).toEqual([query, ['elections']]);
    // Only the last word may be unfinished, and only until something follows it.
    for (const query of ['gover elections', 'gover ', '"gover"']) expect(await slugs(query)).toEqual([]);
  });

  test('neither finds nor marks another word that only has the same stem', async () => {
    await publish('ballot', { content: '<p>Politics, political and polite.</p>' });
    await publish('manners', { content: '<p>A polite host.</p>' });
    const { results } = await find('politics');
    expect(results.map(({ path }) => path)).toEqual(['/article/ballot']);
    const marked = results[0]?.excerpt.filter(({ match }) => match).map(({ text }) => text);
    expect(marked).toEqual(['Politics', 'political']);
    expect(await slugs('polite')).toHaveLength(2);
  });

  test('finds phrases, and not what is excluded', async () => {
    await publish('river-one', { content: '<p>The quiet river bank flooded.</p>' });
    await publish('river-two', { content: '<p>The bank of the quiet river.</p>' });
    expect(await slugs('quiet bank')).toHaveLength(2);
    expect(await slugs('"river bank"')).toEqual(['river-one']);
    expect(await slugs('„bank of the quiet“')).toEqual(['river-two']);
    expect(await slugs('"bank river"')).toEqual([]);
    expect(await slugs('quiet -flooded')).toEqual(['river-two']);
    expect(await slugs('quiet -"river bank"')).toEqual(['river-two']);
    expect(await slugs('-quiet')).toEqual([]);
    // Titles and texts are no continuous text.
    expect(await slugs('"river one what"')).toEqual([]);
  });

  test('marks the words in the title and in the part of the text with most of them', async () => {
    const filler = 'nothing here '.repeat(200);
    const content = `<p>Lantern. ${filler}</p><p>A lantern <i>maker</i> &lt;b&gt; of Kano.</p><p>${filler}</p>`;
    await publish('lantern', { title: 'The lantern <i>', content });
    const { results } = await find('lantern makers');
    const marked = (parts: readonly TextPartJson[] = []) =>
      parts.map(({ text, match }) => (match ? `[${text}]` : text)).join('');
    expect(marked(results[0]?.title)).toBe('The [lantern] <i>');
    expect(marked(results[0]?.excerpt)).toMatch(/^… .*A \[lantern\] \[maker\] <b> of Kano\. .* …$/);
    const html = await (await request('/search?q=lantern+makers')).text();
    expect(html).toContain('The <mark>lantern</mark> &lt;i&gt;');
    expect(html).not.toContain('lantern <i>');
  });

  test('counts results by section, year and author, and filters by them', async () => {
    const article = (slug: string, categorySlug: string, authorName: string, date: string) =>
      makeArticle(site.app.database, {
        slug,
        title: 'Monsoon',
        categorySlug,
        authorName,
        publishDate: new Date(date),
      });
    await article('monsoon-1', 'sports', 'Ada Lovelace', '2023-06-01');
    await article('monsoon-2', 'sports', 'Chidi Eze', '2024-06-01');
    await article('monsoon-3', 'culture', 'Chidi Eze', '2023-12-31T23:30:00Z');
    await index();
    const { total, categories, years, authors } = await find('monsoon');
    expect(total).toBe(3);
    expect(categories.map(({ slug, count }) => [slug, count])).toEqual([
      ['sports', 2],
      ['culture', 1],
    ]);
    expect(years.map(({ year, count }) => [year, count])).toEqual([
      [2024, 1],
      [2023, 2],
    ]);
    expect(authors.map(({ name, count }) => [name, count])).toEqual([
      ['Chidi Eze', 2],
      ['Ada Lovelace', 1],
    ]);
    expect(await slugs('monsoon', { section: 'culture' })).toEqual(['monsoon-3']);
    expect(await slugs('monsoon', { year: '2023', author: 'Chidi Eze' })).toEqual(['monsoon-3']);
    expect(await slugs('monsoon', { year: '2022' })).toEqual([]);
    const html = await (await request('/search?q=monsoon&section=sports')).text();
    expect(html).toContain('href="/search?q=monsoon&amp;section=sports&amp;year=2024"');
    expect(html).toContain('2 articles for “monsoon”');
  });

  test('contains nothing of what is not public', async () => {
    const article = await publish('xylophone', { content: '<p>xyloquartz</p>', tags: ['xylotag'] });
    await site.newsroom.create({ slug: 'xylodraft', content: '<p>xylodraft</p>' });
    await makeDraft(site.app.database, { title: 'xylosecret' });
    await makeScheduledArticle(site.app.database, { title: 'xylofuture', slug: 'xylofuture' });
    await index();
    const known = async () => (await words()).filter((word) => word.startsWith('xylo')).toSorted();
    expect(await known()).toEqual(['xylophone', 'xyloquartz', 'xylotag']);
    await site.newsroom.save(article, { content: '<p>xylonew</p>' });
    expect(await known()).toEqual(['xylonew', 'xylophone', 'xylotag']);
    expect(await slugs('xyloquartz')).toEqual([]);
    expect(await slugs('xylonew')).toEqual(['xylophone']);
  });

  test('is private, not indexed and not stored', async () => {
    const first = await request('/search?q=river');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('x-robots-tag')).toBe('noindex');
    const html = await first.text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  test('survives hostile queries', async () => {
    const queries = [
      'a'.repeat(10_000),
      '- - -- "" "-" () & | ! <-> :* \\',
      '\0',
      'river\0bank',
      '\ud800',
      "' or 1=1; drop table articles; --",
      '%_*?',
      '\u0301'.repeat(4000),
      'ﷺ 日本語 ภาษาไทย 🙂',
    ];
    for (const query of queries) {
      const parameters = `q=${encodeURIComponent(query.toWellFormed())}`;
      for (const path of [`/search?${parameters}`, `/api/search?${parameters}`]) {
        const { status } = await request(path);
        expect([path.slice(0, 60), status < 500]).toEqual([path.slice(0, 60), true]);
      }
    }
    const body = 'q='.padEnd(10 * 1024 * 1024, 'a');
    expect((await site.app.fetch('/search', { method: 'POST', body })).status).toBe(405);
  });

  test('limits the searches of one network, and not those of others', async () => {
    const from = (address: string) =>
      site.app.fetch('/search?q=river', { headers: { 'x-forwarded-for': address } });
    // The minute is measured with a clock that stands still here: a busy machine needs longer for so many requests.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let number = 0; number < 90; number += 1) expect((await from('203.0.113.9')).status).toBe(200);
    const refused = await from('203.0.113.9');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

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
});
