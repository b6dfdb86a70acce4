import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

interface Listed {
  readonly total: number;
  readonly articles: readonly { readonly slug: string }[];
}

describe.each(DATABASE_KINDS)('search in the article table, on the %s database', (databaseKind) => {
  let app: TestApp;
  let editor: NewsroomApi;
  let contributor: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    editor = await newsroomApi(app, 'editor');
    contributor = await newsroomApi(app, 'contributor');
  });
  afterAll(() => app.close());

  const list = async (query: Record<string, string>, client = editor) => {
    const parameters = new URLSearchParams(query).toString();
    const { status, body } = await client.request<Listed>('GET', `/articles?${parameters}`);
    expect([status, body.total]).toEqual([200, body.articles.length]);
    return body.articles.map(({ slug }) => slug).toSorted();
  };
  const find = (search: string, client?: NewsroomApi) => list({ search }, client);
  const publicWords = async () =>
    (await app.database.db.execute<{ word: string }>(sql`select word from search_words`)).rows.map(
      ({ word }) => word,
    );

  test('finds the texts of published articles and of drafts, at once', async () => {
    const content = '<p>The <b>quiet</b> observatories reopened.</p>';
    await editor.create({ slug: 'stars', title: 'Stars', content, is_draft: false });
    await editor.create({ slug: 'stars-draft', title: 'Half a story', content });
    for (const search of ['observatories', 'OBSERVATOR', 'observatory reopened', '"quiet observatories"'])
      expect([search, await find(search)]).toEqual([search, ['stars', 'stars-draft']]);
    expect(await find('stars observatories')).toEqual(['stars']);
    expect(await find('observatories -story')).toEqual(['stars']);
    for (const search of ['"observatories quiet"', 'servatories', 'observatories zebra'])
      expect([search, await find(search)]).toEqual([search, []]);
  });

  test('a draft is found by words that no public article has, with or without accents', async () => {
    await editor.create({ slug: 'secret', title: 'Working title', content: '<p>Łódź hätte Rübezahl.</p>' });
    for (const search of ['rübezahl', 'rubezahl', 'rüb', 'lodz', '"hatte rubezahl"'])
      expect([search, await find(search)]).toEqual([search, ['secret']]);
    expect(await publicWords()).not.toContain('rübezahl');
    expect(await (await app.fetch('/api/search?q=rubezal')).json()).toMatchObject({
      results: [],
      suggestion: null,
    });
  });

  test('finds a draft that was only saved automatically, by what its autosave has now', async () => {
    const empty = { title: '', excerpt: '', content: '' };
    const draft = await editor.create({ ...empty, slug: 'never-saved' });
    const path = `/articles/${draft.id}/autosave`;
    let etag = '"1.0"';
    const autosave = async (text: Readonly<Record<string, string>>) => {
      const body = { ...draft, ...text, based_on: 1, editor_id: '11111111-1111-4111-8111-111111111111' };
      const stored = await editor.request('PUT', path, body, { 'if-match': etag });
      expect(stored.status).toBe(200);
      etag = stored.headers.get('etag') ?? '';
    };
    await autosave({ title: 'Zirconium lost', content: '<p>About dredgers.</p>' });
    for (const search of ['zirconium los', 'dredger', '"zirconium lost"'])
      expect([search, await find(search)]).toEqual([search, ['never-saved']]);
    await autosave({ title: 'Hafnium' });
    expect([await find('zirconium'), await find('hafnium')]).toEqual([[], ['never-saved']]);
    expect(await publicWords()).not.toContain('hafnium');
    await editor.request('DELETE', path, undefined, { 'if-match': etag });
    expect(await find('hafnium')).toEqual([]);
    // The words of a saved draft are its own, whatever is typed later.
    const saved = await editor.save(draft, { title: 'Cadmium' });
    const body = { ...saved.body, title: 'Gallium', based_on: 2, editor_id: draft.id };
    expect((await editor.request('PUT', path, body, { 'if-match': '"2.0"' })).status).toBe(200);
    expect([await find('cadmium'), await find('gallium')]).toEqual([['never-saved'], []]);
  });

  test('a draft is saved, published and found with words that become many times as long', async () => {
    const ligature = '\u{fdfa}';
    const several = Array.from({ length: 1500 }, (_, number) => ligature.repeat(60) + number).join(' ');
    for (const [number, text] of [ligature.repeat(64), several].entries()) {
      const draft = await editor.create({
        slug: `long-words-${number}`,
        content: `<p>Ligatures${number} ${text}</p>`,
      });
      expect(await find(`ligatures${number}`)).toEqual([`long-words-${number}`]);
      expect((await editor.save(draft, { is_draft: false })).status).toBe(200);
      expect(await find(`ligatures${number}`)).toEqual([`long-words-${number}`]);
    }
  });

  test('follows an article from draft to public, offline, trash and back', async () => {
    const article = await editor.create({ slug: 'moving', content: '<p>Kingfisher.</p>' });
    const isPublic = async () => (await (await app.fetch('/api/search?q=kingfisher')).json()) as object;
    const states = async () => [await find('kingfisher'), (await publicWords()).includes('kingfisher')];
    expect(await states()).toEqual([['moving'], false]);
    const published = await editor.save(article, { is_draft: false });
    expect(await states()).toEqual([['moving'], true]);
    const offline = await editor.save(published.body, {
      is_draft: true,
      content: '<p>Kingfisher, heron.</p>',
    });
    expect(await states()).toEqual([['moving'], false]);
    expect(await find('heron')).toEqual(['moving']);
    expect(await isPublic()).toMatchObject({ results: [] });
    const again = await editor.save(offline.body, { is_draft: false, content: '<p>Heron.</p>' });
    expect(await find('kingfisher')).toEqual([]);
    await editor.request('DELETE', `/articles/${again.body.id}`);
    expect(await find('heron')).toEqual([]);
    expect(await list({ search: 'heron', state: 'in_trash' })).toEqual(['moving']);
    await editor.request('POST', `/articles/${again.body.id}/restoration`);
    expect(await find('heron')).toEqual(['moving']);
    expect((await publicWords()).includes('heron')).toBe(true);
  });

  test('contributors find the texts of their own articles only', async () => {
    await contributor.create({ slug: 'own', content: '<p>Lighthouse keepers.</p>' });
    await editor.create({ slug: 'other', content: '<p>Lighthouse lamps.</p>' });
    expect(await find('lighthouse', contributor)).toEqual(['own']);
    expect(await find('lamps', contributor)).toEqual([]);
    expect(await find('lighthouse')).toEqual(['other', 'own']);
    expect(await list({ tag: 'none', search: 'lighthouse' })).toEqual([]);
  });

  test('filters by author and by tag, together with everything else', async () => {
    const bylines = (...names: string[]) => ({ bylines: names.map((name) => ({ author: null, name })) });
    const tagged = { category_slug: 'culture', tags: ['Élections', 'Budget'] };
    await editor.create({
      slug: 'tagged',
      ...tagged,
      ...bylines('Nadia Osei', 'Per Holm'),
      is_draft: false,
    });
    await editor.create({ slug: 'tagged-draft', ...tagged, ...bylines('Per Holm') });
    await editor.create({ slug: 'untagged', category_slug: 'culture', ...bylines('Nadia Osei') });
    expect(await list({ author: 'Nadia Osei' })).toEqual(['tagged', 'untagged']);
    expect(await list({ author: 'Per Holm', state: 'draft' })).toEqual(['tagged-draft']);
    for (const tag of ['Élections', 'elections', 'ELECTIONS', 'budget'])
      expect([tag, await list({ tag })]).toEqual([tag, ['tagged', 'tagged-draft']]);
    expect(await list({ tag: 'budget', author: 'Nadia Osei' })).toEqual(['tagged']);
  });
});
