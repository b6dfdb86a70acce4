import { describe, expect, test } from 'vitest';
import { databaseKindsFor } from '../app.ts';
import { createPage, savePage } from '../own-page-api.ts';
import { prepareOwnPagesSite } from './own-pages-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('own pages, on the %s database', (databaseKind) => {
  const site = prepareOwnPagesSite(databaseKind);
  const { text } = site;

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
