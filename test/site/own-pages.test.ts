import { describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { createPage, deletePage, savePage } from '../own-page-api.ts';
import { prepareOwnPagesSite } from './own-pages-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('own pages, on the %s database', (databaseKind) => {
  const site = prepareOwnPagesSite(databaseKind);
  const { text } = site;

  const { statusOf: status } = site;
  const location = async (path: string) => {
    const response = await site.app.fetch(path);
    return [response.status, response.headers.get('location')];
  };

  describe('for readers', () => {
    test('have title, excerpt, text, canonical address, structured data, footer link and sitemap entry', async () => {
      expect(await text('/')).not.toContain('aria-label="Pages"');
      await createPage(site.newsroom, 'Our <ethics>', {
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
      for (const path of ['/', '/about', '/nowhere', '/our-ethics'])
        expect(await text(path)).toMatch(
          /<nav aria-label="Pages"[^]*href="\/our-ethics"[^>]*>Our &lt;ethics&gt;<\/a>/,
        );
      expect(await text('/sitemap-pages.xml')).toContain(`<loc>${PUBLIC_URL}/our-ethics</loc>`);
    });

    test('are hidden as drafts, and a page can be left out of the footer', async () => {
      await createPage(site.newsroom, 'Secret', { is_draft: true });
      await createPage(site.newsroom, 'Unlinked', { in_footer: false });
      expect(await status('/secret')).toBe(404);
      expect(await status('/unlinked')).toBe(200);
      expect(await text('/')).not.toContain('aria-label="Pages"');
      const sitemap = await text('/sitemap-pages.xml');
      expect(sitemap).toContain('/unlinked<');
      expect(sitemap).not.toContain('/secret<');
    });

    test('every slug at which a page was published redirects once to the present one', async () => {
      let page = await createPage(site.newsroom, 'Imprint', { slug: 'one', is_draft: true });
      page = (await savePage(site.newsroom, page, { slug: 'two' })).body;
      page = (await savePage(site.newsroom, page, { is_draft: false })).body;
      expect(await status('/two')).toBe(200);
      for (const slug of ['three', 'four']) page = (await savePage(site.newsroom, page, { slug })).body;
      for (const former of ['/two', '/three']) expect(await location(former)).toEqual([301, '/four']);
      expect(await status('/one')).toBe(404);
      page = (await savePage(site.newsroom, page, { slug: 'two' })).body;
      expect(await location('/two')).toEqual([200, null]);
      expect(await location('/four')).toEqual([301, '/two']);
      page = (await savePage(site.newsroom, page, { is_draft: true })).body;
      for (const path of ['/two', '/three', '/four']) expect([path, await status(path)]).toEqual([path, 404]);
      page = (await savePage(site.newsroom, page, { is_draft: false })).body;
      expect(await location('/three')).toEqual([301, '/two']);
      expect((await deletePage(site.newsroom, page)).status).toBe(204);
      for (const path of ['/two', '/three', '/four']) expect([path, await status(path)]).toEqual([path, 410]);
      expect(await text('/three')).toContain('This page was removed');
      expect(await status('/one')).toBe(404);
    });
  });

  describe('the API', () => {
    test('a draft needs only a title; publishing needs the rest, and described pictures', async () => {
      const errors = async (input: object) =>
        (await site.newsroom.request<{ status: number; fields: object }>('POST', '/pages', input)).body;
      for (const [input, fields] of [
        [{ title: ' \u0000 ' }, ['title']],
        [{ title: 'T', is_draft: false }, ['content', 'excerpt']],
        [{ title: 'T', is_draft: false, excerpt: 'E', content: '<p> </p>' }, ['content']],
        [{ title: 'T', is_draft: false, excerpt: 'E', content: '<img src="/media/a.webp">' }, ['content']],
      ] as const) {
        const found = await errors(input);
        expect([input, Object.keys(found.fields ?? {}).toSorted()]).toEqual([input, fields]);
        expect(found.status).toBe(422);
      }
      const { status: created } = await site.newsroom.request('POST', '/pages', { title: 'Only a title' });
      expect(created).toBe(201);
    });

    test('rejects a slug that shadows a route of the site', async () => {
      const reserved =
        'about articles article author contact newsletter sports culture global-politics videos your-data ' +
        'api admin login media assets healthz readyz';
      for (const slug of reserved.split(' ')) {
        const { status: code, body } = await site.newsroom.request('POST', '/pages', { title: 'T', slug });
        expect([slug, code, body]).toMatchObject([slug, 409, { fields: { slug: expect.any(String) } }]);
      }
      const page = await createPage(site.newsroom, 'Moves');
      expect((await savePage(site.newsroom, page, { slug: 'about' })).status).toBe(409);
      expect(await text('/about')).toContain('Our mission');
    });

    test('rejects a slug that another page has or was published at, and a second page of an outline', async () => {
      const page = await createPage(site.newsroom, 'First', { slug: 'one', kind: 'ethics' });
      await savePage(site.newsroom, page, { slug: 'two' });
      for (const slug of ['one', 'two']) {
        const { body } = await site.newsroom.request('POST', '/pages', { title: 'Rival', slug });
        expect(body).toMatchObject({ status: 409, fields: { slug: expect.stringContaining('“First”') } });
      }
      const { body } = await site.newsroom.request('POST', '/pages', { title: 'Rival', kind: 'ethics' });
      expect(body).toMatchObject({ status: 409, fields: { kind: expect.stringContaining('“First”') } });
    });

    test('every save is a revision, and one can be restored', async () => {
      const page = await createPage(site.newsroom, 'First');
      const { body: second } = await savePage(site.newsroom, page, { title: 'Second', is_draft: true });
      const earlier = await site.newsroom.request('GET', `/pages/${page.id}/revisions/1`);
      expect(earlier.body).toMatchObject({
        title: 'First',
        content: page.content,
        slug: 'first',
        in_footer: true,
      });
      const unknown = await savePage(site.newsroom, second, { ...earlier.body, restored_from: 3 });
      expect(unknown.body).toMatchObject({ status: 422, fields: { restored_from: expect.any(String) } });
      await savePage(site.newsroom, second, { ...earlier.body, revision: undefined, restored_from: 1 });
      const { body } = await site.newsroom.request('GET', `/pages/${page.id}/revisions`);
      expect(body['revisions']).toMatchObject([
        { revision: 3, title: 'First', is_draft: false, restored_from: 1 },
        { revision: 2, title: 'Second', is_draft: true, restored_from: null },
        { revision: 1, title: 'First', is_draft: false, saved_by_name: expect.any(String) },
      ]);
      expect((await site.newsroom.request('GET', `/pages/${page.id}/revisions/4`)).status).toBe(404);
    });
  });
});
