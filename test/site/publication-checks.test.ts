import { describe, expect, test } from 'vitest';
import { changeAuthor, createAuthor } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { createPage } from '../own-page-api.ts';
import { onArticle } from './article-requests.ts';
import { EXCERPT, preparePublicationCheckSite } from './publication-check-site.ts';

const link = (path: string) => `<p><a href="${PUBLIC_URL}${path}">a link</a></p>`;

describe.each(databaseKindsFor(import.meta.filename))('checks before publishing (%s)', (databaseKind) => {
  const context = preparePublicationCheckSite(databaseKind);
  const { check, checkStored, codes, flawless } = context;

  test('find nothing in a flawless article', async () => {
    expect(await check(flawless())).toMatchObject({
      findings: [],
      omitted: 0,
      is_publishable: true,
      state: null,
      source: 'request',
    });
  });

  describe('errors, for which publishing is refused as well', () => {
    const cases: [code: string, field: string, fields: Record<string, unknown>][] = [
      ['title_missing', 'title', { title: '' }],
      ['slug_missing', 'slug', { slug: '!' }],
      ['excerpt_missing', 'excerpt', { excerpt: ' ' }],
      ['content_missing', 'content', { content: '<p></p>' }],
      ['picture_undescribed', 'image_alt', { image_alt: null }],
      ['field_invalid', 'title', { title: 'Long. '.repeat(60) }],
      ['field_invalid', 'lang', { lang: 'no language' }],
      ['field_invalid', 'image', { image: 'https://[' }],
      ['field_invalid', 'category_slug', { category_slug: 'nowhere' }],
    ];
    test.each(cases)('%s at %s', async (code, field, fields) => {
      const input = { ...flawless(), ...fields };
      const found = await check(input);
      const errors = found.findings.filter(({ severity }) => severity === 'error');
      expect(errors).toEqual([expect.objectContaining({ code, field })]);
      expect(found.is_publishable).toBe(false);
      const published = await context.newsroom.request('POST', '/articles', { ...input, is_draft: false });
      expect(published).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    });

    test('a slug that another article has, but not the own one', async () => {
      const first = await context.newsroom.create({ ...flawless(), is_draft: false });
      const input = { ...flawless(), slug: first.slug };
      expect((await check(input)).findings).toEqual([
        expect.objectContaining({ code: 'slug_in_use', severity: 'error', field: 'slug' }),
      ]);
      const published = await context.newsroom.request('POST', '/articles', { ...input, is_draft: false });
      expect(published).toMatchObject({ status: 409, body: { fields: { slug: expect.any(String) } } });
      expect(codes(await check({ ...input, article_id: first.id }))).toEqual([]);
    });
  });

  describe('warnings, with which an article can be published', () => {
    const cases: [code: string, field: string, fields: () => Record<string, unknown>][] = [
      ['headline_long', 'title', () => ({ title: 'Rain changes the farms of the delta '.repeat(3).trim() })],
      ['headline_short', 'title', () => ({ title: 'Rain' })],
      ['headline_all_caps', 'title', () => ({ title: 'RAIN CHANGES THE FARMS OF THE DELTA' })],
      ['excerpt_long', 'excerpt', () => ({ excerpt: `${EXCERPT} ${EXCERPT} ${EXCERPT}` })],
      ['excerpt_short', 'excerpt', () => ({ excerpt: 'Nine days of rain.' })],
      ['excerpt_all_caps', 'excerpt', () => ({ excerpt: EXCERPT.toUpperCase() })],
      [
        'excerpt_repeats_headline',
        'excerpt',
        () => ({ title: EXCERPT.slice(0, 60), excerpt: `${EXCERPT.slice(0, 60)}!` }),
      ],
      ['double_spaces', 'title', () => ({ title: 'Rain changes  the farms of the delta' })],
      ['double_spaces', 'content', () => ({ content: '<p>Two\u00a0 spaces</p>' })],
      ['text_all_caps', 'content', () => ({ content: '<p>THIS IS WRITTEN IN CAPITAL LETTERS</p>' })],
      ['picture_missing', 'image', () => ({ image: '', image_alt: null })],
      ['picture_narrow', 'image', () => ({ image: context.pictures.narrow })],
      ['picture_size_unknown', 'image', () => ({ image: 'https://pictures.example/rain.jpg' })],
      ['alt_text_is_file_name', 'image_alt', () => ({ image_alt: 'IMG_2041.jpg' })],
      ['heading_level_skipped', 'content', () => ({ content: '<h2>One</h2><h4>Two</h4><p>Text</p>' })],
      ['heading_empty', 'content', () => ({ content: '<h2></h2><p>Text</p>' })],
      ['link_broken', 'content', () => ({ content: link('/article/never-written') })],
    ];
    test.each(cases)('%s at %s', async (code, field, fields) => {
      const input = { ...flawless(), ...fields() };
      const found = await check(input);
      expect(found.findings).toEqual([expect.objectContaining({ code, field, severity: 'warning' })]);
      expect(found.findings[0]?.message).toMatch(/^[A-Z“].*[.]$/);
      expect(found.is_publishable).toBe(true);
      expect((await context.newsroom.create({ ...input, is_draft: false })).is_draft).toBe(false);
    });
  });

  test('links to this site lead to public pages, or to where they moved', async () => {
    const published = await context.newsroom.create({ ...flawless(), tags: ['Delta Rain'], is_draft: false });
    const draft = await context.newsroom.create(flawless());
    const author = await createAuthor(context.newsroom, 'Nadia Field');
    await changeAuthor(context.newsroom, author, { slug: 'nadia-fields' });
    await createPage(context.newsroom, 'Our ethics', { slug: 'ethics', is_draft: false });
    const { body: renamed } = await context.newsroom.save(published, { slug: `${published.slug}-renamed` });
    await context.newsroom.request('POST', '/redirects', { from: '/old-story', to: '/about' });
    const own = flawless();
    const expected: Record<string, string | null> = {
      [`/article/${renamed.slug}`]: null,
      [`/article/${published.slug}`]: `/article/${renamed.slug}`,
      [`/article/${draft.slug}`]: 'broken',
      [`/article/${own.slug}`]: null,
      '/author/nadia-fields': null,
      '/author/nadia-field': '/author/nadia-fields',
      '/author/nobody': 'broken',
      '/tag/delta-rain': null,
      '/tag/Delta%20Rain': '/tag/delta-rain',
      '/tag/nothing': 'broken',
      '/sports': null,
      '/global-politics': '/articles/global-politics',
      '/ethics': null,
      '/about': null,
      '/': null,
      '/no-such-page': 'broken',
      '/old-story': '/about',
      '/admin': 'broken',
      '/a%2Fb': 'broken',
    };
    const others =
      '<p><a href="https://elsewhere.example/article/x">x</a> <a href="mailto:a@b.example">m</a></p>';
    const content = Object.keys(expected).map(link).join('') + others;
    const { findings } = await check({ ...own, content });
    const results = Object.keys(expected).map((path, block) => {
      const found = findings.find((finding) => finding.block === block);
      if (found === undefined) return [path, null];
      expect(found.severity).toBe('warning');
      if (found.code === 'link_broken') return [path, 'broken'];
      return [path, / with (\/\S*), /.exec(found.message)?.[1]];
    });
    expect(Object.fromEntries(results)).toEqual(expected);
    expect(findings).toHaveLength(Object.values(expected).filter((found) => found !== null).length);
  });

  test('links beyond two hundred addresses are not looked up', async () => {
    const content = Array.from({ length: 230 }, (_, number) => link(`/article/missing-${number}`)).join('');
    const found = await check({ ...flawless(), content });
    expect([codes(found).filter((code) => code === 'links_unchecked').length, found.omitted]).toEqual([
      1, 180,
    ]);
  });

  test('the text of every state is the one that is edited next', async () => {
    const published = await context.newsroom.create({ ...flawless(), is_draft: false });
    const title = 'Snow changes the farms of the delta';
    const changes = { ...published, title };
    const later = await onArticle(context.newsroom, published, 'PUT', 'pending-changes', changes);
    expect(await checkStored(later.body)).toMatchObject({
      source: 'pending_changes',
      state: 'published_with_pending_changes',
      previews: { search: { title: 'Snow changes the farms of the delta – Meridian' } },
    });
    const autosave = { title: 'Hail changes the farms of the delta', based_on: 2 };
    const stored = await context.newsroom.request(
      'PUT',
      `/articles/${published.id}/autosave`,
      { ...later.body, ...autosave, editor_id: crypto.randomUUID() },
      { 'if-match': '"2.0"' },
    );
    expect(stored.status).toBe(200);
    expect(await checkStored(published)).toMatchObject({
      source: 'autosave',
      previews: { search: { title: 'Hail changes the farms of the delta – Meridian' } },
    });
  });

  test('only who may read the article, outside of the trash, thirty times a minute', async () => {
    const article = await context.newsroom.create(flawless());
    const author = await newsroomApi(context.app, 'author');
    const path = `/articles/${article.id}/publication-check`;
    const sent = { ...flawless(), article_id: article.id };
    expect((await author.request('GET', path)).status).toBe(403);
    expect((await author.request('POST', '/publication-checks', sent)).status).toBe(403);
    expect((await author.request('POST', '/publication-checks', flawless())).status).toBe(200);
    await context.newsroom.request('DELETE', `/articles/${article.id}`);
    expect((await context.newsroom.request('GET', path)).status).toBe(404);
    expect((await context.newsroom.request('POST', '/publication-checks', sent)).status).toBe(404);
    context.now = new Date(context.now.getTime() + 61_000);
    const statuses = [];
    for (let number = 0; number < 31; number++) statuses.push((await author.request('GET', path)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 403), 429]);
  });
});
