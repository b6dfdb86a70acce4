import { describe, expect, test } from 'vitest';
import { ownPages } from '#domain/pages/tables.server.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { createPage, deletePage, savePage } from '../own-page-api.ts';
import { makePhoto } from '../pictures.ts';
import { prepareOwnPagesSite } from './own-pages-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('own pages, on the %s database', (databaseKind) => {
  const site = prepareOwnPagesSite(databaseKind);
  const { text } = site;

  describe('the API', () => {
    test('lists, reads and previews', async () => {
      const page = await createPage(site.newsroom, 'Zebra', { lang: 'fr' });
      await createPage(site.newsroom, 'Apes', { is_draft: true, kind: 'privacy' });
      const { body } = await site.newsroom.request<{ pages: object[] }>('GET', '/pages');
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
      const read = await site.newsroom.request('GET', `/pages/${page.id}`);
      expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', page]);
      const preview = await site.newsroom.request('POST', '/pages/previews', {
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
        (await site.newsroom.request<{ status: number; fields: object }>('POST', '/pages', input)).body;
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

    test('has at most a hundred pages, and fifty addresses of one', async () => {
      await site.app.database.db
        .insert(ownPages)
        .values(Array.from({ length: 99 }, (_, number) => ({ slug: `p-${number}`, title: `P ${number}` })));
      let page = await createPage(site.newsroom, 'The last', { slug: 'a-0' });
      const { body } = await site.newsroom.request('POST', '/pages', { title: 'One too many' });
      expect(body).toMatchObject({ status: 409 });
      for (let number = 1; number < 50; number += 1)
        page = (await savePage(site.newsroom, page, { slug: `a-${number}` })).body;
      expect(page.slug).toBe('a-49');
      expect((await savePage(site.newsroom, page, { slug: 'a-50' })).body).toMatchObject({
        status: 409,
        fields: { slug: expect.any(String) },
      });
      expect((await savePage(site.newsroom, page, { slug: 'a-0' })).status).toBe(200);
    });

    test('changes require the current revision', async () => {
      const page = await createPage(site.newsroom, 'Contested');
      const unconditional = await site.newsroom.request('PUT', `/pages/${page.id}`, page);
      expect(unconditional.status).toBe(428);
      expect((await site.newsroom.request('DELETE', `/pages/${page.id}`)).status).toBe(428);
      const { body: saved, headers } = await savePage(site.newsroom, page, { title: 'Theirs' });
      expect(headers.get('etag')).toBe('"2"');
      const stale = await savePage(site.newsroom, page, { title: 'Ours' });
      expect([stale.status, stale.body]).toMatchObject([412, { current: saved }]);
      expect((await deletePage(site.newsroom, page)).status).toBe(412);
      expect((await deletePage(site.newsroom, saved)).status).toBe(204);
      expect((await savePage(site.newsroom, saved, {})).status).toBe(404);
      expect((await deletePage(site.newsroom, saved)).status).toBe(404);
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

    test('stores pasted pictures', async () => {
      const photo = (await makePhoto()).toString('base64');
      const page = await createPage(site.newsroom, 'Pictured', {
        content: `<p>Look</p><img src="data:image/jpeg;base64,${photo}" alt="A gradient">`,
      });
      expect(page.content).toMatch(
        /<img src="\/media\/article-images\/[a-z0-9-]+\.webp" alt="A gradient" \/>/,
      );
      expect(await text('/pictured')).toMatch(/<picture><source type="image\/avif"/);
    });
  });
});
