import { describe, expect, test } from 'vitest';
import { makeAccount, signIn, type TestAccount } from '../accounts.ts';
import { type ApiAuthor, changeAuthor, createAuthor, freeText, linkedTo } from '../author-api.ts';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

describe.each(databaseKindsFor(import.meta.filename))(
  'accounts of authors, on the %s database',
  (databaseKind) => {
    const site = prepareNewsroomSite({ databaseKind }, { role: 'editor' });

    const link = (author: ApiAuthor, account: string | null, api = site.newsroom) =>
      api.request<ApiAuthor>('PUT', `/authors/${author.id}/account`, { account });
    const ownAccount = async (account: TestAccount) => {
      const { access_token: token } = await signIn(site.app, account);
      const response = await site.app.fetch('/api/account', {
        headers: { authorization: `Bearer ${token}` },
      });
      return response.json();
    };

    test('a profile has at most one account, and an account at most one profile', async () => {
      const cora = await makeAccount(site.app, { role: 'contributor', name: 'Cora C' });
      const reader = await makeAccount(site.app, { name: 'Reader' });
      const one = await createAuthor(site.newsroom, 'Cora Contributor');
      const two = await createAuthor(site.newsroom, 'Another Cora');
      const choices = async (search: string) => {
        const { body } = await site.newsroom.request<{ accounts: { id: string }[] }>(
          'GET',
          `/author-accounts?search=${encodeURIComponent(search)}`,
        );
        return body.accounts.map(({ id }) => id);
      };
      expect(await choices('cora')).toEqual([cora.id]);
      expect(await choices(reader.email)).toEqual([]);
      expect(await choices('%')).toEqual([]);
      const { status, body } = await link(one, cora.id);
      expect([status, body]).toMatchObject([200, { account: { id: cora.id, name: 'Cora C' }, revision: 1 }]);
      expect(await choices('cora')).toEqual([]);
      expect(await ownAccount(cora)).toMatchObject({ author: { id: one.id, name: 'Cora Contributor' } });
      expect(await link(two, cora.id)).toMatchObject({
        status: 409,
        body: { fields: { account: expect.stringContaining('Cora Contributor') } },
      });
      expect(await link(two, reader.id)).toMatchObject({
        status: 422,
        body: { fields: { account: expect.any(String) } },
      });
      expect((await link({ ...two, id: crypto.randomUUID() }, null)).status).toBe(404);
      expect((await link(one, null)).body).toMatchObject({ account: null });
      expect(await ownAccount(cora)).toMatchObject({ author: null });
      expect((await link(two, cora.id)).status).toBe(200);
      const admin = await newsroomApi(site.app);
      const log = await admin.request<{ events: object[] }>('GET', `/audit/events?action=author_changed`);
      expect(log.body.events).toContainEqual(
        expect.objectContaining({ object_name: 'Another Cora', detail: 'account: Cora C' }),
      );
    });

    test('only editors and administrators link', async () => {
      const author = await createAuthor(site.newsroom, 'Not yours');
      for (const role of ['contributor', 'author'] as const) {
        const account = await makeAccount(site.app, { role });
        const api = await newsroomApi(site.app, role, account);
        expect((await link(author, account.id, api)).status).toBe(403);
        expect((await api.request('GET', '/author-accounts')).status).toBe(403);
      }
      expect((await link(author, null, await newsroomApi(site.app))).status).toBe(200);
    });

    test.each(['contributor', 'author', 'editor', 'admin'] as const)(
      'a %s changes biography, picture and links of the own profile, and nothing else',
      async (role) => {
        const account = await makeAccount(site.app, { role });
        const api = await newsroomApi(site.app, role, account);
        expect((await api.request('GET', '/own-author')).status).toBe(404);
        const author = await createAuthor(site.newsroom, `Own ${role}`);
        await link(author, account.id);
        const own = await api.request<ApiAuthor>('GET', '/own-author');
        expect(own.headers.get('etag')).toBe('"1"');
        const change = { bio: `I am a ${role}.`, links: ['https://own.example/'] };
        const save = (revision: number, more: object = {}) =>
          api.request(
            'PUT',
            '/own-author',
            { ...own.body, ...change, ...more },
            { 'if-match': `"${revision}"` },
          );
        expect(await save(1, { name: 'Somebody else', slug: 'taken' })).toMatchObject({
          status: 200,
          body: { ...change, name: `Own ${role}`, slug: `own-${role}`, revision: 2 },
        });
        expect(await (await site.app.fetch(`/author/own-${role}`)).text()).toContain(`I am a ${role}.`);
        expect(await save(1)).toMatchObject({ status: 412, body: { current: { revision: 2 } } });
        expect((await save(2, { bio: 'b'.repeat(1001) })).body).toMatchObject({
          fields: { bio: expect.any(String) },
        });
        expect((await save(2, { picture: '/media/article-images/never-stored-960.webp' })).status).toBe(422);
        await link(author, null);
        expect((await save(2)).status).toBe(404);
      },
    );

    test('new articles of the account have its profile as byline, unless they name an author', async () => {
      const account = await makeAccount(site.app, { role: 'author' });
      const api = await newsroomApi(site.app, 'author', account);
      const author = await createAuthor(site.newsroom, 'By Default');
      await link(author, account.id);
      const article = await api.create({ slug: 'by-default' });
      expect(article).toMatchObject({ author_name: 'By Default', bylines: [linkedTo(author)] });
      expect(await api.create({ slug: 'by-name', author_name: 'Guest' })).toMatchObject({
        bylines: [freeText('Guest')],
      });
      expect(await api.create({ slug: 'by-list', bylines: [freeText('Guest')] })).toMatchObject({
        author_name: 'Guest',
      });
      const { body: saved } = await site.newsroom.save(article, { bylines: [], author_name: '' });
      expect(saved['bylines']).toEqual([freeText('Meridian Editorial Team')]);
      expect(await site.newsroom.create({ slug: 'by-editor' })).toMatchObject({
        author_name: 'Meridian Editorial Team',
      });
    });

    test('the profile stays when the account loses its role, and the owner no longer changes it', async () => {
      const account = await makeAccount(site.app, { role: 'author' });
      const api = await newsroomApi(site.app, 'author', account);
      const author = await createAuthor(site.newsroom, 'Leaving Person');
      await link(author, account.id);
      const admin = await newsroomApi(site.app);
      expect((await admin.request('DELETE', `/people/${account.id}`)).status).toBe(204);
      expect((await api.request('PUT', '/own-author', { bio: 'x' }, { 'if-match': '"1"' })).status).toBeOneOf(
        [401, 403],
      );
      expect((await site.app.fetch('/author/leaving-person')).status).toBe(200);
      expect((await changeAuthor(site.newsroom, author, { bio: 'Left.' })).status).toBe(200);
    });
  },
);
