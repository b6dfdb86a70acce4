import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageViews } from '#domain/statistics/tables.server.ts';
import { adminHeaders, makeAccount } from '../accounts.ts';
import { changeAuthor, createAuthor } from '../author-api.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { createPage } from '../own-page-api.ts';
import { makePhoto } from '../pictures.ts';
import { createSequence } from '../sequence.ts';
import { crawl } from './crawl.ts';

interface Check {
  readonly state: string | null;
  readonly source: string;
  readonly is_publishable: boolean;
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly field: string | null;
    readonly block: number | null;
    readonly excerpt: string;
  }[];
  readonly omitted: number;
  readonly read_time: string;
  readonly previews: Record<string, Record<string, unknown> & { readonly html: string }>;
  readonly weight: {
    readonly html: number;
    readonly style_sheets: number;
    readonly fonts: number;
    readonly pictures: { readonly phone: number; readonly desktop: number };
    readonly total: { readonly phone: number; readonly desktop: number };
    readonly unmeasured: number;
  };
}

const EXCERPT = 'Nine days of rain have changed how the farmers of the delta plan their year.';
const link = (path: string) => `<p><a href="${PUBLIC_URL}${path}">a link</a></p>`;
const DAY_MS = 86_400_000;

describe.each(databaseKindsFor(import.meta.filename))(
  'checks before publishing, on the %s database',
  (databaseKind) => {
    let app: TestApp;
    let admin: NewsroomApi;
    let now = new Date();
    let wide: Picture;
    let narrow: Picture;
    const nextNumber = createSequence();

    interface Picture {
      readonly url: string;
      readonly width: number;
    }

    beforeAll(async () => {
      app = await testApp({ databaseKind, clock: () => now });
      admin = await newsroomApi(app);
      wide = await upload(1600);
      narrow = await upload(800);
    }, 60_000);
    afterAll(() => app.close());

    const upload = async (width: number): Promise<Picture> => {
      const response = await app.fetch('/api/newsroom/images', {
        method: 'POST',
        headers: await adminHeaders(app),
        body: new Uint8Array(await makePhoto({ width, height: width / 2 })),
      });
      expect(response.status).toBe(201);
      return response.json() as Promise<Picture>;
    };
    /** An article in which there is nothing to find. */
    const flawless = () => ({
      title: 'Rain changes the farms of the delta',
      slug: `flawless-${nextNumber()}`,
      excerpt: EXCERPT,
      content: '<h2>Rain</h2><p>It rained for nine days.</p><h3>Fields</h3><p>NATO and rice.</p>',
      category_slug: 'sports',
      image: wide.url,
      image_alt: 'A flooded field',
    });
    const check = async (fields: Record<string, unknown>, by = admin): Promise<Check> => {
      // The limit of checks in a minute is tested below.
      now = new Date(now.getTime() + 61_000);
      const { status, body } = await by.request<Check>('POST', '/publication-checks', fields);
      expect([status, body]).toMatchObject([200, {}]);
      return body;
    };
    const checkStored = async ({ id }: Pick<ApiArticle, 'id'>, by = admin): Promise<Check> => {
      now = new Date(now.getTime() + 61_000);
      const { status, body } = await by.request<Check>('GET', `/articles/${id}/publication-check`);
      expect([status, body]).toMatchObject([200, {}]);
      return body;
    };
    const codes = ({ findings }: Check) => findings.map(({ code }) => code);

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
        ['slug_missing', 'slug', { slug: '' }],
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
        const published = await admin.request('POST', '/articles', { ...input, is_draft: false });
        expect(published).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
      });

      test('a picture in the text without a text alternative, with its block', async () => {
        const content = `<p>One</p><p>Two</p><img src="${wide.url}"><img src="${wide.url}" alt="">`;
        const input = { ...flawless(), content };
        const found = await check(input);
        expect(found.findings).toEqual([
          expect.objectContaining({ code: 'content_picture_undescribed', field: 'content', block: 2 }),
        ]);
        const published = await admin.request('POST', '/articles', { ...input, is_draft: false });
        expect(published).toMatchObject({ status: 422, body: { fields: { content: expect.any(String) } } });
      });

      test('a slug that another article has, but not the own one', async () => {
        const first = await admin.create({ ...flawless(), is_draft: false });
        const input = { ...flawless(), slug: first.slug };
        expect((await check(input)).findings).toEqual([
          expect.objectContaining({ code: 'slug_in_use', severity: 'error', field: 'slug' }),
        ]);
        expect(await admin.request('POST', '/articles', { ...input, is_draft: false })).toMatchObject({
          status: 409,
          body: { fields: { slug: expect.any(String) } },
        });
        expect(codes(await check({ ...input, article_id: first.id }))).toEqual([]);
      });
    });

    describe('warnings, with which an article can be published', () => {
      const cases: [code: string, field: string, fields: () => Record<string, unknown>][] = [
        [
          'headline_long',
          'title',
          () => ({ title: 'Rain changes the farms of the delta '.repeat(3).trim() }),
        ],
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
        ['picture_narrow', 'image', () => ({ image: narrow.url })],
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
        expect((await admin.create({ ...input, is_draft: false })).is_draft).toBe(false);
      });

      test('code has spaces and capital letters of its own', async () => {
        const content =
          '<pre><code>SELECT  EVERYTHING FROM THE TABLE</code></pre><p>A <code>a  b</code> c.</p>';
        expect(codes(await check({ ...flawless(), content }))).toEqual([]);
      });

      test('at most twenty findings of one code', async () => {
        const content = '<p>Two  spaces</p>'.repeat(25);
        const found = await check({ ...flawless(), content });
        expect([found.findings.length, found.omitted]).toEqual([20, 5]);
        expect(found.findings.map(({ block }) => block)).toEqual(Array.from({ length: 20 }, (_, at) => at));
      });

      test('a note, until the article is saved after it', async () => {
        const article = await admin.create(flawless());
        expect(codes(await checkStored(article))).toEqual([]);
        await admin.request('POST', `/articles/${article.id}/notes`, { text: 'Who says so?' });
        expect((await checkStored(article)).findings).toEqual([
          expect.objectContaining({ code: 'notes_unresolved', field: null, severity: 'warning' }),
        ]);
        const { body: saved } = await admin.save(article, { excerpt: `${EXCERPT} Says who.` });
        expect(codes(await checkStored(saved))).toEqual([]);
      });
    });

    test('links to this site lead to public pages, or to where they moved', async () => {
      const published = await admin.create({ ...flawless(), tags: ['Delta Rain'], is_draft: false });
      const draft = await admin.create(flawless());
      const author = await createAuthor(admin, 'Nadia Field');
      await changeAuthor(admin, author, { slug: 'nadia-fields' });
      await createPage(admin, 'Our ethics', { slug: 'ethics', is_draft: false });
      const { body: renamed } = await admin.save(published, { slug: `${published.slug}-renamed` });
      await admin.request('POST', '/redirects', { kind: 'exact', from: '/old-story', to: '/about' });
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
      const published = await admin.create({ ...flawless(), is_draft: false });
      const later = await admin.request<ApiArticle>(
        'PUT',
        `/articles/${published.id}/pending-changes`,
        { ...published, title: 'Snow changes the farms of the delta' },
        { 'if-match': '"1"' },
      );
      expect(await checkStored(later.body)).toMatchObject({
        source: 'pending_changes',
        state: 'published_with_pending_changes',
        previews: { search: { title: 'Snow changes the farms of the delta – Meridian' } },
      });
      const autosave = { title: 'Hail changes the farms of the delta', based_on: 2 };
      const stored = await admin.request(
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
      const scheduled = await admin.create(flawless());
      const at = new Date(now.getTime() + DAY_MS).toISOString();
      await admin.request(
        'PUT',
        `/articles/${scheduled.id}/schedule`,
        { action: 'publish', at },
        { 'if-match': '"1"' },
      );
      expect(await checkStored(scheduled)).toMatchObject({
        source: 'saved',
        state: 'scheduled',
        previews: { feed: { published: at } },
      });
      const contributor = await newsroomApi(app, 'contributor');
      const submitted = await contributor.create(flawless());
      await contributor.request('PUT', `/articles/${submitted.id}/submission`, undefined, {
        'if-match': '"1"',
      });
      expect(await checkStored(submitted, contributor)).toMatchObject({
        source: 'saved',
        state: 'in_review',
      });
      const untitled = await admin.create({ ...flawless(), title: '', slug: '', excerpt: '', content: '' });
      expect(await checkStored(untitled)).toMatchObject({ is_publishable: false });
    });

    test('previews are what readers get after publishing', async () => {
      const fields = {
        ...flawless(),
        title: 'Rice & rain: “the delta” <drowns>',
        tags: ['Rice'],
        featured: true,
        content: `<p>It <em>rained</em>.</p><img src="${wide.url}" alt="Water">`,
      };
      const { previews, weight, read_time: readTime } = await check(fields);
      const article = await admin.create({ ...fields, is_draft: false });
      const get = async (path: string) => (await app.fetch(path)).text();
      const page = await get(`/article/${article.slug}`);
      const meta = (html: string, name: string) =>
        new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
      const articleOf = (html: string) => /<article.*?<\/article>/s.exec(html)?.[0] ?? 'none';
      // The date is the only difference: the article was published after it was checked.
      const withoutDates = (html: string) => html.replaceAll(/<time.*?<\/time>/g, '');
      expect(withoutDates(articleOf(previews['page']?.html ?? ''))).toBe(withoutDates(articleOf(page)));
      for (const name of ['og:title', 'og:description', 'og:image', 'og:url', 'description', 'robots'])
        expect(meta(previews['page']?.html ?? '', name)).toBe(meta(page, name));
      expect(previews['social']).toMatchObject({
        title: fields.title,
        description: fields.excerpt,
        url: `${PUBLIC_URL}/article/${article.slug}`,
        card: 'summary_large_image',
        image: { url: meta(page, 'og:image'), alt: 'A flooded field', width: 1600 },
      });
      expect(page).toContain(`<title>${escape(String(previews['search']?.['title']))}</title>`);
      const listing = await get('/articles');
      expect(withoutDates(listing)).toContain(withoutDates(articleOf(previews['featured']?.html ?? '')));
      const section = await get('/sports');
      const card = withoutDates(articleOf(previews['card']?.html ?? ''));
      expect(withoutDates(section)).toContain(card);
      const rss = String(previews['feed']?.['rss']);
      const text = /<content:encoded>.*?<\/content:encoded>/s.exec(rss)?.[0] ?? 'none';
      expect(await get('/rss.xml')).toContain(text);
      expect(previews['email']?.html).toContain('Rice &amp; rain: “the delta” &lt;drowns&gt;');
      expect(previews['email']?.['text']).toContain(`${PUBLIC_URL}/article/${article.slug}`);
      expect(readTime).toBe(article['read_time']);

      const delivered = await app.fetch(`/article/${article.slug}`, {
        headers: { 'accept-encoding': 'br, gzip' },
      });
      const bytes = (await delivered.arrayBuffer()).byteLength;
      // The first response has gzip, which is larger.
      expect(weight.html).toBeLessThanOrEqual(bytes);
      expect(weight.html).toBeGreaterThan(bytes / 2);
      const size = async (url: string) => (await (await app.fetch(url)).arrayBuffer()).byteLength;
      const variant = (width: number) => wide.url.replace(/-\d+\.webp$/, `-${width}.avif`);
      // 390 × 3 pixels need 1440 of the widths 480, 960, 1440 and 1600; a desktop needs 960 for both.
      const related = weight.pictures.phone - (await size(variant(1440)));
      expect(related).toBeGreaterThanOrEqual(0);
      expect(weight.pictures.desktop).toBeGreaterThanOrEqual(await size(variant(960)));
      expect(weight.total.phone).toBeGreaterThan(weight.fonts + weight.style_sheets + weight.html);
      expect(weight.fonts).toBeGreaterThan(40_000);
      expect(weight.unmeasured).toBe(0);
    });

    test('without a large picture, other sites get the picture that will be rendered', async () => {
      const fields = { ...flawless(), image: '', image_alt: '' };
      const { previews } = await check(fields);
      const { url, ...rest } = (previews['social']?.['image'] ?? {}) as Record<string, unknown>;
      expect(rest).toEqual({ alt: fields.title, width: 1200, height: 630 });
      const [head, png = ''] = String(url).split(',');
      expect(head).toBe('data:image/png;base64');
      expect(await sharp(Buffer.from(png, 'base64')).metadata()).toMatchObject({ width: 1200, height: 630 });
      expect(previews['page']?.html).not.toContain('data:image/png');
    });

    test('nothing of it is public, stored or counted', async () => {
      const word = 'heronsight';
      const article = await admin.create({
        ...flawless(),
        title: 'Public and unchanged headline',
        is_draft: false,
      });
      const before = await app.database.db.$count(pageViews);
      const changed = {
        ...flawless(),
        title: `Pending ${word} headline`,
        content: `<p>${word}</p>`,
        tags: [word],
      };
      const response = await admin.request<Check>('POST', '/publication-checks', {
        ...changed,
        article_id: article.id,
      });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(JSON.stringify(response.body)).toContain(word);
      const draft = await admin.create({
        ...changed,
        slug: `draft-${word}`,
        title: `Draft ${word} headline`,
      });
      await checkStored(draft);
      const visited = await crawl(app, PUBLIC_URL);
      expect(visited.filter(({ path, text }) => path.includes(word) || text.includes(word))).toEqual([]);
      expect((await app.fetch(`/tag/${word}`)).status).toBe(404);
      expect(await admin.request('GET', `/articles/${article.id}`)).toMatchObject({
        body: { revision: 1, title: 'Public and unchanged headline' },
      });
      expect(await app.database.db.$count(pageViews)).toBe(before);
    });

    test('only who may read the article, outside of the trash, thirty times a minute', async () => {
      const article = await admin.create(flawless());
      const author = await newsroomApi(app, 'author', await makeAccount(app, { role: 'author' }));
      const path = `/articles/${article.id}/publication-check`;
      const sent = { ...flawless(), article_id: article.id };
      expect((await author.request('GET', path)).status).toBe(403);
      expect((await author.request('POST', '/publication-checks', sent)).status).toBe(403);
      expect((await author.request('POST', '/publication-checks', flawless())).status).toBe(200);
      await admin.request('DELETE', `/articles/${article.id}`);
      expect((await admin.request('GET', path)).status).toBe(404);
      expect((await admin.request('POST', '/publication-checks', sent)).status).toBe(404);
      now = new Date(now.getTime() + 61_000);
      const statuses = [];
      for (let number = 0; number < 31; number++) statuses.push((await author.request('GET', path)).status);
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 403), 429]);
    });
  },
);

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
