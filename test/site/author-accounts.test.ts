import { describe, expect, test } from 'vitest';
import { makeAccount, signIn, type TestAccount } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { type ApiAuthor, createAuthor, freeText, linkedTo } from '../author-api.ts';
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
    const { status, body } = await link(one, cora.id);
    expect([status, body]).toMatchObject([200, { account: { id: cora.id, name: 'Cora C' }, revision: 1 }]);
    expect(await ownAccount(cora)).toMatchObject({ author: { id: one.id, name: 'Cora Contributor' } });
    const taken = { account: expect.stringContaining('Cora Contributor') };
    expect(await link(two, cora.id)).toMatchObject({ status: 409, body: { fields: taken } });
    const unsuitable = { account: expect.any(String) };
    expect(await link(two, reader.id)).toMatchObject({ status: 422, body: { fields: unsuitable } });
    expect((await link({ ...two, id: crypto.randomUUID() }, null)).status).toBe(404);
    expect((await link(one, null)).body).toMatchObject({ account: null });
    expect(await ownAccount(cora)).toMatchObject({ author: null });
    expect((await link(two, cora.id)).status).toBe(200);
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

  test('new articles of the account have its profile or name as byline, unless they name an author', async () => {
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
    // Without a profile, the name of the account; not of those who edit what others write.
    const named = await makeAccount(site.app, { role: 'contributor', name: 'Nora New' });
    const contributor = await newsroomApi(site.app, 'contributor', named);
    const own = { author_name: 'Nora New', bylines: [freeText('Nora New')] };
    expect(await contributor.create({ slug: 'by-account' })).toMatchObject(own);
  });
});

describe.each(databaseKindsFor(import.meta.filename))('names without a profile (%s)', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind }, { role: 'editor' });

  const { text } = site;
  const list = async (query = '') =>
    (await site.newsroom.request<{ total: number; bylines: object[] }>('GET', `/free-bylines${query}`)).body;
  const link = (name: string, { id }: Pick<ApiAuthor, 'id'>, api = site.newsroom) =>
    api.request<{ linked: number; remaining: number }>('POST', '/free-bylines/links', { name, author: id });

  test('become bylines of a profile on every page, at once and without a revision', async () => {
    const draft = await site.newsroom.create({ slug: 'draft-of-sam', bylines: [freeText('Sam Old')] });
    const shown = await site.newsroom.create({
      slug: 'shown-of-sam',
      is_draft: false,
      bylines: [freeText('Bo'), freeText('Sam Old')],
    });
    const paths = [
      '/article/shown-of-sam',
      '/sports',
      '/articles',
      '/feed.xml',
      '/api/articles/shown-of-sam',
    ];
    for (const path of paths) await expect.poll(() => text(path)).toContain('Sam Old');
    const sam = await createAuthor(site.newsroom, 'Sam New', { slug: 'sam' });
    expect(await text('/author/sam')).not.toContain('shown-of-sam');
    expect(await text('/author/sam/feed.xml')).not.toContain('shown-of-sam');
    expect((await link('Sam Old', sam)).body).toEqual({ linked: 2, remaining: 0 });
    for (const path of paths) {
      await expect.poll(() => text(path)).toContain('Sam New');
      expect(await text(path)).not.toContain('Sam Old');
    }
    await expect.poll(() => text('/author/sam')).toContain('shown-of-sam');
    expect(await text('/author/sam/feed.xml')).toContain('shown-of-sam');
    const { body } = await site.newsroom.request(`GET`, `/articles/${shown.id}`);
    const bylines = [freeText('Bo'), linkedTo(sam)];
    expect(body).toMatchObject({ author_name: 'Bo and Sam New', bylines, revision: 1 });
    expect((await list('?search=sam')).total).toBe(0);
    expect((await link('Sam Old', sam)).body).toEqual({ linked: 0, remaining: 0 });
    // Editors that were open send the former name back, which is no change.
    for (const opened of [draft, shown]) {
      const { status, body: saved } = await site.newsroom.save(opened, { title: 'Saved later' });
      expect([status, saved['bylines']]).toEqual([200, expect.arrayContaining([linkedTo(sam)])]);
      expect(JSON.stringify(saved)).not.toContain('Sam Old');
    }
    const { body: changed } = await site.newsroom.request<typeof shown>('GET', `/articles/${shown.id}`);
    const { body: renamed } = await site.newsroom.save(changed, {
      bylines: [freeText('Sam Old')],
      author_name: '',
    });
    expect(renamed['bylines']).toEqual([freeText('Sam Old')]);
  });
});
