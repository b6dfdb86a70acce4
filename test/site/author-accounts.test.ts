import { describe, expect, test } from 'vitest';
import { makeAccount, signIn, type TestAccount } from '../accounts.ts';
import { type ApiAuthor, changeAuthor, createAuthor, freeText, linkedTo } from '../author-api.ts';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('accounts of authors (%s database)', (databaseKind) => {
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
      const path = `/author-accounts?search=${encodeURIComponent(search)}`;
      const { body } = await site.newsroom.request<{ accounts: { id: string }[] }>('GET', path);
      return body.accounts.map(({ id }) => id);
    };
    expect(await choices('cora')).toEqual([cora.id]);
    expect(await choices(reader.email)).toEqual([]);
    expect(await choices('%')).toEqual([]);
    const { status, body } = await link(one, cora.id);
    expect([status, body]).toMatchObject([200, { account: { id: cora.id, name: 'Cora C' }, revision: 1 }]);
    expect(await choices('cora')).toEqual([]);
    expect(await ownAccount(cora)).toMatchObject({ author: { id: one.id, name: 'Cora Contributor' } });
    const taken = { account: expect.stringContaining('Cora Contributor') };
    expect(await link(two, cora.id)).toMatchObject({ status: 409, body: { fields: taken } });
    const unsuitable = { account: expect.any(String) };
    expect(await link(two, reader.id)).toMatchObject({ status: 422, body: { fields: unsuitable } });
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

  test.each(['contributor', 'author'] as const)(
    'a %s links nobody, and changes biography, picture and links of the own profile only',
    async (role) => {
      const account = await makeAccount(site.app, { role });
      const api = await newsroomApi(site.app, role, account);
      expect((await api.request('GET', '/own-author')).status).toBe(404);
      const author = await createAuthor(site.newsroom, `Own ${role}`);
      expect((await link(author, account.id, api)).status).toBe(403);
      await link(author, account.id);
      const own = await api.request<ApiAuthor>('GET', '/own-author');
      expect(own.headers.get('etag')).toBe('"1"');
      const change = { bio: `I am a ${role}.`, links: ['https://own.example/'] };
      const save = (revision: number, more: object = {}) => {
        const ifMatch = { 'if-match': `"${revision}"` };
        return api.request('PUT', '/own-author', { ...own.body, ...change, ...more }, ifMatch);
      };
      expect(await save(1, { name: 'Somebody else', slug: 'taken' })).toMatchObject({
        status: 200,
        body: { ...change, name: `Own ${role}`, slug: `own-${role}`, revision: 2 },
      });
      expect(await site.text(`/author/own-${role}`)).toContain(`I am a ${role}.`);
      expect(await save(1)).toMatchObject({ status: 412, body: { current: { revision: 2 } } });
      const tooLong = await save(2, { bio: 'b'.repeat(1001) });
      expect(tooLong.body).toMatchObject({ fields: { bio: expect.any(String) } });
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
    const guest = { bylines: [freeText('Guest')], author_name: 'Guest' };
    expect(await api.create({ slug: 'by-name', author_name: 'Guest' })).toMatchObject(guest);
    expect(await api.create({ slug: 'by-list', bylines: guest.bylines })).toMatchObject(guest);
    const house = { bylines: [freeText('Meridian Editorial Team')] };
    const emptied = await site.newsroom.save(article, { bylines: [], author_name: '' });
    expect(emptied.body).toMatchObject(house);
    expect(await site.newsroom.create({ slug: 'by-editor' })).toMatchObject(house);
  });

  test('the profile stays when the account loses its role, and the owner no longer changes it', async () => {
    const account = await makeAccount(site.app, { role: 'author' });
    const api = await newsroomApi(site.app, 'author', account);
    const author = await createAuthor(site.newsroom, 'Leaving Person');
    await link(author, account.id);
    const admin = await newsroomApi(site.app);
    expect((await admin.request('DELETE', `/people/${account.id}`)).status).toBe(204);
    const { status } = await api.request('PUT', '/own-author', { bio: 'x' }, { 'if-match': '"1"' });
    expect(status).toBeOneOf([401, 403]);
    expect(await site.statusOf('/author/leaving-person')).toBe(200);
    expect((await changeAuthor(site.newsroom, author, { bio: 'Left.' })).status).toBe(200);
  });
});
