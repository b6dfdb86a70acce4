import { describe, expect, test, vi } from 'vitest';
import { GuardedPool } from '#platform/db/guarded-pool.server.ts';
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

    test('a change is on every page at once', async () => {
      const page = await createPage(site.newsroom, 'Masthead');
      for (const path of ['/', '/articles', '/masthead']) expect(await text(path)).toContain('>Masthead</a>');
      const { body: changed } = await savePage(site.newsroom, page, {
        title: 'Staff',
        content: '<p>New text</p>',
      });
      for (const path of ['/', '/articles', '/masthead']) {
        expect(await text(path)).toContain('href="/masthead"');
        expect(await text(path)).toContain('>Staff</a>');
      }
      expect(await text('/masthead')).toContain('New text');
      const { body: offline } = await savePage(site.newsroom, changed, { is_draft: true });
      expect(await status('/masthead')).toBe(404);
      expect(await text('/articles')).not.toContain('/masthead');
      await savePage(site.newsroom, offline, { is_draft: false });
      expect(await status('/masthead')).toBe(200);
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

    test('the slugs of a deleted page answer 410 until another page is published there', async () => {
      const shown = await createPage(site.newsroom, 'Shown');
      const { body: offline } = await savePage(site.newsroom, shown, { is_draft: true });
      const draft = await createPage(site.newsroom, 'Never shown', { is_draft: true });
      expect([await status('/shown'), await status('/never-shown')]).toEqual([404, 404]);
      for (const page of [offline, draft]) expect((await deletePage(site.newsroom, page)).status).toBe(204);
      expect([await status('/shown'), await status('/never-shown')]).toEqual([410, 404]);
      expect(await text('/sitemap-pages.xml')).not.toContain('/shown<');
      const rival = await createPage(site.newsroom, 'Rival', { slug: 'shown', is_draft: true });
      expect(await status('/shown')).toBe(410);
      const { body: published } = await savePage(site.newsroom, rival, { is_draft: false });
      expect(await text('/shown')).toContain('The text of Rival.');
      await deletePage(site.newsroom, published);
      expect(await status('/shown')).toBe(410);
    });

    test('a section cannot take the slug of a page', async () => {
      const page = await createPage(site.newsroom, 'Science');
      await savePage(site.newsroom, page, { slug: 'method' });
      for (const segment of ['science', 'method']) {
        const section = {
          name: 'Rival',
          short_name: 'Rival',
          path_segment: segment,
          is_category: false,
          icon: 'globe',
        };
        const { status: code, body } = await site.newsroom.request('POST', '/sections', section);
        expect([code, body]).toMatchObject([409, { fields: { path_segment: expect.any(String) } }]);
      }
    });

    test('an unknown path costs no query, and a page one', async () => {
      await createPage(site.newsroom, 'Privacy');
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
});
