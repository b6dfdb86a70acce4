import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { sectionPaths } from '#domain/categories/tables.server.ts';
import { imageUses } from '#domain/images/tables.server.ts';
import { ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { GuardedPool } from '#platform/db/guarded-pool.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { openServerTestDatabase } from '../databases.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { type ApiPage, createPage, deletePage, savePage } from '../own-page-api.ts';
import { makePhoto } from '../pictures.ts';

describe.each(databaseKindsFor(import.meta.filename))('own pages, on the %s database', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    newsroom = await newsroomApi(app, 'editor');
  }, 30_000);
  afterAll(() => app.close());
  afterEach(async () => {
    await app.database.transaction(async (tx) => {
      await tx.delete(ownPages);
      await tx.delete(ownPageSlugs);
      tx.purge('*');
    });
  });

  const text = async (path: string) => (await app.fetch(path)).text();
  const status = async (path: string) => (await app.fetch(path)).status;
  const location = async (path: string) => {
    const response = await app.fetch(path);
    return [response.status, response.headers.get('location')];
  };
  const revisionsOf = async ({ id }: ApiPage) =>
    (await newsroom.request<{ revisions: object[] }>('GET', `/pages/${id}/revisions`)).body.revisions;

  describe('for readers', () => {
    test('have title, excerpt, text, canonical address, structured data, footer link and sitemap entry', async () => {
      expect(await text('/')).not.toContain('aria-label="Pages"');
      await createPage(newsroom, 'Our <ethics>', {
        excerpt: 'How we decide & why',
        content:
          '<h1>First</h1><p>We check <a href="https://a.example">facts</a>.</p><script>alert(1)</script>',
      });
      const html = await text('/our-ethics');
      expect(html).toMatch(/<h1[^>]*>Our &lt;ethics&gt;<\/h1>/);
      expect(html).toContain(
        '<h2>First</h2><p>We check <a href="https://a.example" rel="noopener">facts</a>.</p>',
      );
      expect(html).not.toContain('alert(1)');
      expect(html).toContain('<title>Our &lt;ethics&gt; – Meridian</title>');
      expect(html).toContain('<meta name="description" content="How we decide &amp; why"/>');
      expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/our-ethics"/>`);
      const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
      expect(JSON.parse(data)).toMatchObject({
        '@type': 'WebPage',
        name: 'Our <ethics>',
        url: `${PUBLIC_URL}/our-ethics`,
        inLanguage: 'en',
        isPartOf: { '@type': 'WebSite', name: 'Meridian' },
      });
      for (const path of ['/', '/about', '/nowhere', '/our-ethics'])
        expect(await text(path)).toMatch(
          /<nav aria-label="Pages"[^]*href="\/our-ethics"[^>]*>Our &lt;ethics&gt;<\/a>/,
        );
      expect(await text('/sitemap-pages.xml')).toContain(`<loc>${PUBLIC_URL}/our-ethics</loc>`);
    });

    test('have the direction of their language', async () => {
      await createPage(newsroom, 'سياسة', { slug: 'policy', lang: 'AR-eg' });
      const html = await text('/policy');
      expect(html).toMatch(/<h1[^>]* lang="ar-EG" dir="rtl">سياسة<\/h1>/);
      expect(html).toContain('<div class="prose" lang="ar-EG" dir="rtl">');
      expect(html).toContain('<meta property="og:locale" content="ar_EG"/>');
    });

    test('are hidden as drafts, and a page can be left out of the footer', async () => {
      await createPage(newsroom, 'Secret', { is_draft: true });
      await createPage(newsroom, 'Unlinked', { in_footer: false });
      expect(await status('/secret')).toBe(404);
      expect(await status('/unlinked')).toBe(200);
      expect(await text('/')).not.toContain('aria-label="Pages"');
      const sitemap = await text('/sitemap-pages.xml');
      expect(sitemap).toContain('/unlinked<');
      expect(sitemap).not.toContain('/secret<');
    });

    test('a change is on every page at once', async () => {
      const page = await createPage(newsroom, 'Masthead');
      for (const path of ['/', '/articles', '/masthead']) expect(await text(path)).toContain('>Masthead</a>');
      const { body: changed } = await savePage(newsroom, page, {
        title: 'Staff',
        content: '<p>New text</p>',
      });
      for (const path of ['/', '/articles', '/masthead']) {
        expect(await text(path)).toContain('href="/masthead"');
        expect(await text(path)).toContain('>Staff</a>');
      }
      expect(await text('/masthead')).toContain('New text');
      const { body: offline } = await savePage(newsroom, changed, { is_draft: true });
      expect(await status('/masthead')).toBe(404);
      expect(await text('/articles')).not.toContain('/masthead');
      await savePage(newsroom, offline, { is_draft: false });
      expect(await status('/masthead')).toBe(200);
    });

    test('every slug at which a page was published redirects once to the present one', async () => {
      let page = await createPage(newsroom, 'Imprint', { slug: 'one', is_draft: true });
      page = (await savePage(newsroom, page, { slug: 'two' })).body;
      page = (await savePage(newsroom, page, { is_draft: false })).body;
      expect(await status('/two')).toBe(200);
      for (const slug of ['three', 'four']) page = (await savePage(newsroom, page, { slug })).body;
      for (const former of ['/two', '/three']) expect(await location(former)).toEqual([301, '/four']);
      expect(await status('/one')).toBe(404);
      page = (await savePage(newsroom, page, { slug: 'two' })).body;
      expect(await location('/two')).toEqual([200, null]);
      expect(await location('/four')).toEqual([301, '/two']);
      page = (await savePage(newsroom, page, { is_draft: true })).body;
      for (const path of ['/two', '/three', '/four']) expect([path, await status(path)]).toEqual([path, 404]);
      page = (await savePage(newsroom, page, { is_draft: false })).body;
      expect(await location('/three')).toEqual([301, '/two']);
      expect((await deletePage(newsroom, page)).status).toBe(204);
      for (const path of ['/two', '/three', '/four']) expect([path, await status(path)]).toEqual([path, 410]);
      expect(await text('/three')).toContain('This page was removed');
      expect(await status('/one')).toBe(404);
    });

    test('the slugs of a deleted page answer 410 until another page is published there', async () => {
      const shown = await createPage(newsroom, 'Shown');
      const { body: offline } = await savePage(newsroom, shown, { is_draft: true });
      const draft = await createPage(newsroom, 'Never shown', { is_draft: true });
      expect([await status('/shown'), await status('/never-shown')]).toEqual([404, 404]);
      for (const page of [offline, draft]) expect((await deletePage(newsroom, page)).status).toBe(204);
      expect([await status('/shown'), await status('/never-shown')]).toEqual([410, 404]);
      expect(await text('/sitemap-pages.xml')).not.toContain('/shown<');
      const rival = await createPage(newsroom, 'Rival', { slug: 'shown', is_draft: true });
      expect(await status('/shown')).toBe(410);
      const { body: published } = await savePage(newsroom, rival, { is_draft: false });
      expect(await text('/shown')).toContain('The text of Rival.');
      await deletePage(newsroom, published);
      expect(await status('/shown')).toBe(410);
    });

    test('only the newest thousand slugs of deleted pages are known', async () => {
      const page = await createPage(newsroom, 'Newest');
      await app.database.db.insert(ownPageSlugs).values(
        Array.from({ length: 1000 }, (_, number) => ({
          slug: `d-${number}`,
          pageId: null,
          createdAt: new Date(Date.UTC(2020, 0, 1, 0, 0, number)),
        })),
      );
      await deletePage(newsroom, page);
      expect([await status('/newest'), await status('/d-1'), await status('/d-0')]).toEqual([410, 410, 404]);
    });

    test('a section cannot take the slug of a page', async () => {
      const page = await createPage(newsroom, 'Science');
      await savePage(newsroom, page, { slug: 'method' });
      for (const segment of ['science', 'method']) {
        const section = {
          name: 'Rival',
          short_name: 'Rival',
          path_segment: segment,
          is_category: false,
          icon: 'globe',
        };
        const { status: code, body } = await newsroom.request('POST', '/sections', section);
        expect([code, body]).toMatchObject([409, { fields: { path_segment: expect.any(String) } }]);
      }
    });

    test('a section that has taken the slug of a draft since keeps it', async () => {
      const page = await createPage(newsroom, 'Draft', { slug: 'science', is_draft: true });
      const [sports] = await app.database.db
        .select({ slug: sectionPaths.categorySlug })
        .from(sectionPaths)
        .where(eq(sectionPaths.pathSegment, 'sports'));
      const former = { pathSegment: 'science', categorySlug: sports?.slug ?? '' };
      await app.database.db.insert(sectionPaths).values(former);
      try {
        const { status: code, body } = await savePage(newsroom, page, { is_draft: false });
        expect([code, body]).toMatchObject([409, { fields: { slug: expect.any(String) } }]);
        expect((await savePage(newsroom, page, { title: 'Still a draft' })).status).toBe(200);
      } finally {
        await app.database.db.delete(sectionPaths).where(eq(sectionPaths.pathSegment, 'science'));
      }
    });

    test('an unknown path costs no query, and a page one', async () => {
      await createPage(newsroom, 'Privacy');
      await text('/nowhere');
      const queries = vi.spyOn(GuardedPool.prototype, 'connect');
      try {
        for (const path of ['/anything', '/any-thing', '/Privacy', '/privacy/x'])
          expect([path, await status(path)]).toEqual([path, 404]);
        expect(queries).not.toHaveBeenCalled();
        for (let request = 0; request < 3; request += 1) expect(await status('/privacy')).toBe(200);
        expect(queries).toHaveBeenCalledTimes(1);
      } finally {
        queries.mockRestore();
      }
    });
  });

  describe('the API', () => {
    test('lists, reads and previews', async () => {
      const page = await createPage(newsroom, 'Zebra', { lang: 'fr' });
      await createPage(newsroom, 'Apes', { is_draft: true, kind: 'privacy' });
      const { body } = await newsroom.request<{ pages: object[] }>('GET', '/pages');
      expect(body.pages).toEqual([
        expect.objectContaining({
          title: 'Apes',
          is_draft: true,
          kind: 'privacy',
          url: `${PUBLIC_URL}/apes`,
        }),
        expect.objectContaining({ title: 'Zebra', is_draft: false, kind: null, in_footer: true, lang: 'fr' }),
      ]);
      expect(body.pages[0]).not.toHaveProperty('content');
      const read = await newsroom.request('GET', `/pages/${page.id}`);
      expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', page]);
      const preview = await newsroom.request('POST', '/pages/previews', {
        title: ' T\n1 ',
        content: '<h3>A</h3><img src="https://a.example/1.jpg">',
      });
      expect(preview.body).toEqual({
        page: {
          title: 'T 1',
          excerpt: '',
          lang: '',
          body: '<h2>A</h2><a href="https://a.example/1.jpg" rel="noopener">https://a.example/1.jpg</a>',
        },
      });
    });

    test('a draft needs only a title; publishing needs the rest, and described pictures', async () => {
      const errors = async (input: object) =>
        (await newsroom.request<{ status: number; fields: object }>('POST', '/pages', input)).body;
      for (const [input, fields] of [
        [{ title: ' \u0000 ' }, ['title']],
        [{ title: 't'.repeat(301) }, ['title']],
        [{ title: '数学' }, ['slug']],
        [{ title: 'T', excerpt: 'e'.repeat(1001) }, ['excerpt']],
        [{ title: 'T', lang: 'not a tag' }, ['lang']],
        [{ title: 'T', content: 'c'.repeat(2_100_000) }, ['content']],
        [{ title: 'T', is_draft: false }, ['content', 'excerpt']],
        [{ title: 'T', is_draft: false, excerpt: 'E', content: '<p> </p>' }, ['content']],
        [{ title: 'T', is_draft: false, excerpt: 'E', content: '<img src="/media/a.webp">' }, ['content']],
        [{ title: 'T', kind: 'unknown' }, ['kind']],
      ] as const) {
        const found = await errors(input);
        expect([input, Object.keys(found.fields ?? {}).toSorted()]).toEqual([input, fields]);
        expect(found.status).toBe(422);
      }
      const { status: created } = await newsroom.request('POST', '/pages', { title: 'Only a title' });
      expect(created).toBe(201);
    });

    test('rejects a slug that shadows a route of the site', async () => {
      const reserved =
        'about articles article author contact newsletter sports culture global-politics videos your-data ' +
        'api admin login media assets healthz readyz';
      for (const slug of reserved.split(' ')) {
        const { status: code, body } = await newsroom.request('POST', '/pages', { title: 'T', slug });
        expect([slug, code, body]).toMatchObject([slug, 409, { fields: { slug: expect.any(String) } }]);
      }
      const page = await createPage(newsroom, 'Moves');
      expect((await savePage(newsroom, page, { slug: 'about' })).status).toBe(409);
      expect(await text('/about')).toContain('Our mission');
    });

    test('rejects a slug that another page has or was published at, and a second page of an outline', async () => {
      const page = await createPage(newsroom, 'First', { slug: 'one', kind: 'ethics' });
      await savePage(newsroom, page, { slug: 'two' });
      for (const slug of ['one', 'two']) {
        const { body } = await newsroom.request('POST', '/pages', { title: 'Rival', slug });
        expect(body).toMatchObject({ status: 409, fields: { slug: expect.stringContaining('“First”') } });
      }
      const { body } = await newsroom.request('POST', '/pages', { title: 'Rival', kind: 'ethics' });
      expect(body).toMatchObject({ status: 409, fields: { kind: expect.stringContaining('“First”') } });
    });

    test('has at most a hundred pages, and fifty addresses of one', async () => {
      await app.database.db
        .insert(ownPages)
        .values(Array.from({ length: 99 }, (_, number) => ({ slug: `p-${number}`, title: `P ${number}` })));
      let page = await createPage(newsroom, 'The last', { slug: 'a-0' });
      const { body } = await newsroom.request('POST', '/pages', { title: 'One too many' });
      expect(body).toMatchObject({ status: 409 });
      for (let number = 1; number < 50; number += 1)
        page = (await savePage(newsroom, page, { slug: `a-${number}` })).body;
      expect(page.slug).toBe('a-49');
      expect((await savePage(newsroom, page, { slug: 'a-50' })).body).toMatchObject({
        status: 409,
        fields: { slug: expect.any(String) },
      });
      expect((await savePage(newsroom, page, { slug: 'a-0' })).status).toBe(200);
    });

    test('changes require the current revision', async () => {
      const page = await createPage(newsroom, 'Contested');
      const unconditional = await newsroom.request('PUT', `/pages/${page.id}`, page);
      expect(unconditional.status).toBe(428);
      expect((await newsroom.request('DELETE', `/pages/${page.id}`)).status).toBe(428);
      const { body: saved, headers } = await savePage(newsroom, page, { title: 'Theirs' });
      expect(headers.get('etag')).toBe('"2"');
      const stale = await savePage(newsroom, page, { title: 'Ours' });
      expect([stale.status, stale.body]).toMatchObject([412, { current: saved }]);
      expect((await deletePage(newsroom, page)).status).toBe(412);
      expect((await deletePage(newsroom, saved)).status).toBe(204);
      expect((await savePage(newsroom, saved, {})).status).toBe(404);
      expect((await deletePage(newsroom, saved)).status).toBe(404);
    });

    test('every save is a revision, and one can be restored', async () => {
      const page = await createPage(newsroom, 'First');
      const { body: second } = await savePage(newsroom, page, { title: 'Second', is_draft: true });
      const earlier = await newsroom.request('GET', `/pages/${page.id}/revisions/1`);
      expect(earlier.body).toMatchObject({
        title: 'First',
        content: page.content,
        slug: 'first',
        in_footer: true,
      });
      const unknown = await savePage(newsroom, second, { ...earlier.body, restored_from: 3 });
      expect(unknown.body).toMatchObject({ status: 422, fields: { restored_from: expect.any(String) } });
      await savePage(newsroom, second, { ...earlier.body, revision: undefined, restored_from: 1 });
      expect(await revisionsOf(page)).toMatchObject([
        { revision: 3, title: 'First', is_draft: false, restored_from: 1 },
        { revision: 2, title: 'Second', is_draft: true, restored_from: null },
        { revision: 1, title: 'First', is_draft: false, saved_by_name: expect.any(String) },
      ]);
      expect((await newsroom.request('GET', `/pages/${page.id}/revisions/4`)).status).toBe(404);
    });

    test('stores pasted pictures', async () => {
      const photo = (await makePhoto()).toString('base64');
      const page = await createPage(newsroom, 'Pictured', {
        content: `<p>Look</p><img src="data:image/jpeg;base64,${photo}" alt="A gradient">`,
      });
      expect(page.content).toMatch(
        /<img src="\/media\/article-images\/[a-z0-9-]+\.webp" alt="A gradient" \/>/,
      );
      expect(await text('/pictured')).toMatch(/<picture><source type="image\/avif"/);
      const [, picture = ''] = /\/media\/(article-images\/[a-z0-9-]+)-\d+\.webp/.exec(page.content) ?? [];
      const uses = () =>
        app.database.db
          .select({ pageId: imageUses.pageId })
          .from(imageUses)
          .where(eq(imageUses.picture, picture));
      expect(await uses()).toEqual([{ pageId: page.id }]);
      const { body: plain } = await savePage(newsroom, page, { content: '<p>No picture</p>' });
      // A revision still shows it.
      expect(await uses()).toEqual([{ pageId: page.id }]);
      await deletePage(newsroom, plain);
      expect(await uses()).toEqual([]);
    });
  });
});

test('a changed page reaches another process', async () => {
  const opened = await openServerTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-pages-'));
  const other = await openDatabase({ url: opened.url ?? '' });
  const here = await testApp({ testDatabase: opened, dataDir });
  const there = await testApp({
    testDatabase: { database: other, url: opened.url, close: () => other.close() },
    dataDir,
  });
  const patience = { timeout: 5_000, interval: 20 };
  try {
    const newsroom = await newsroomApi(here);
    expect((await there.fetch('/shared')).status).toBe(404);
    const page = await createPage(newsroom, 'Shared');
    await expect.poll(async () => (await there.fetch('/shared')).status, patience).toBe(200);
    await savePage(newsroom, page, { slug: 'moved' });
    await expect.poll(async () => (await there.fetch('/shared')).status, patience).toBe(301);
    await expect.poll(async () => (await there.fetch('/')).text(), patience).toContain('href="/moved"');
  } finally {
    await there.close();
    await here.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
