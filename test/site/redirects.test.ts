import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { REDIRECTS_TAG } from '#domain/redirects/redirect.ts';
import { redirects } from '#domain/redirects/tables.server.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { makeAccount, signIn } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL, testApp } from '../app.ts';
import { openServerTestDatabase } from '../databases.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { newsroomApi, type NewsroomApi } from '../newsroom-api.ts';
import { createPage } from '../own-page-api.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

interface ApiRedirect {
  readonly id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

const create = (newsroom: NewsroomApi, from: string, to: string, kind = 'exact') =>
  newsroom.request<ApiRedirect & { detail: string; fields: Record<string, string>; path?: string[] }>(
    'POST',
    '/redirects',
    { kind, from, to },
  );

describe.each(databaseKindsFor(import.meta.filename))('redirects, on the %s database', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind }, 'editor');
  afterEach(async () => {
    await site.app.database.transaction(async (tx) => {
      await tx.delete(redirects);
      tx.purge('*');
    });
  });

  /** Status and target of an address. */
  async function answer(path: string) {
    const response = await site.app.fetch(path);
    return [response.status, response.headers.get('location')];
  }
  async function add(from: string, to: string, kind?: string): Promise<ApiRedirect> {
    const { status, body } = await create(site.newsroom, from, to, kind);
    expect([from, status, body.fields]).toEqual([from, 201, undefined]);
    return body;
  }
  async function refused(from: string, to: string, kind?: string) {
    const { status, body } = await create(site.newsroom, from, to, kind);
    return [status, body.fields];
  }
  const list = (query = '') =>
    site.newsroom.request<{ redirects: ApiRedirect[]; total: number }>('GET', `/redirects${query}`);

  test('an exact one applies at once, keeps the query, and follows changes', async () => {
    expect(await answer('/old')).toEqual([404, null]);
    const redirect = await add('/old', '/about');
    expect(await answer('/old')).toEqual([301, '/about']);
    expect(await answer('/old/')).toEqual([308, '/old']);
    expect(await answer('/old?utm_source=x&a=%C3%A4')).toEqual([301, '/about?utm_source=x&a=%C3%A4']);
    expect(await answer('/old/below')).toEqual([404, null]);
    expect(await answer('/OLD')).toEqual([404, null]);
    const response = await site.app.fetch('/old', { method: 'HEAD' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      301,
      'public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400',
    ]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of ['etag', 'content-type', 'content-length', 'content-encoding'])
      expect([name, response.headers.get(name)]).toEqual([name, null]);
    const changed = { kind: 'exact', from: '/older', to: 'https://example.com/a?b=1#c' };
    const { status } = await site.newsroom.request('PUT', `/redirects/${redirect.id}`, changed);
    expect(status).toBe(200);
    expect(await answer('/old')).toEqual([404, null]);
    expect(await answer('/older?d=2')).toEqual([301, 'https://example.com/a?b=1&d=2#c']);
    expect((await site.newsroom.request('DELETE', `/redirects/${redirect.id}`)).status).toBe(204);
    expect(await answer('/older')).toEqual([404, null]);
    expect((await site.newsroom.request('DELETE', `/redirects/${redirect.id}`)).status).toBe(404);
  });

  test('a prefix keeps the rest of the path, the longest one and exact ones have precedence', async () => {
    await add('/blog', '/articles', 'prefix');
    await add('/blog/2019', 'https://archive.example/', 'prefix');
    await add('/blog/2019/special', '/about');
    await add('/root', '/', 'prefix');
    expect(await answer('/blog')).toEqual([301, '/articles']);
    expect(await answer('/blog/a/b?c=d')).toEqual([301, '/articles/a/b?c=d']);
    expect(await answer('/blog/2019/a')).toEqual([301, 'https://archive.example/a']);
    expect(await answer('/blog/2019')).toEqual([301, 'https://archive.example']);
    expect(await answer('/blog/2019/special')).toEqual([301, '/about']);
    expect(await answer('/root/about')).toEqual([301, '/about']);
    expect(await answer('/root')).toEqual([301, '/']);
    expect(await answer('/blogs')).toEqual([404, null]);
  });

  test('addresses are compared in their shortest encoding, those of this site as paths', async () => {
    await add('/caf%c3%a9/', `${PUBLIC_URL}/about/`);
    expect(await answer('/caf%C3%A9')).toEqual([301, '/about']);
    expect((await list('?search=café')).body.redirects).toMatchObject([{ from: '/caf%C3%A9', to: '/about' }]);
    expect(await refused('/café', '/contact')).toEqual([
      409,
      { from: 'There is already a redirect from this address.' },
    ]);
  });

  test('a page that exists has precedence, also later', async () => {
    await add('/article/later', '/about');
    await add('/new-page', '/about');
    await makeArticle(site.app.database, { slug: 'later' });
    await createPage(site.newsroom, 'New page');
    expect(await answer('/article/later')).toEqual([200, null]);
    expect(await answer('/article/later?comments=9')).toEqual([404, null]);
    expect(await answer('/new-page')).toEqual([200, null]);
    // Its redirect is not in effect, so one that leads to the page arrives there.
    await add('/elsewhere', '/new-page');
    expect(await answer('/elsewhere')).toEqual([301, '/new-page']);
  });

  test('a deleted article answers 410 unless an exact one redirects it', async () => {
    const article = await site.newsroom.create({ slug: 'removed', is_draft: false });
    await site.newsroom.request('DELETE', `/articles/${article.id}`);
    await add('/article/removed', '/about', 'prefix');
    expect(await answer('/article/removed')).toEqual([410, null]);
    await add('/article/removed', '/contact');
    expect(await answer('/article/removed')).toEqual([301, '/contact']);
  });

  test('the address of a page, a file or a route is refused', async () => {
    await makeArticle(site.app.database, { slug: 'present' });
    await makeDraft(site.app.database, { slug: 'draft' });
    const used = [
      '/about',
      '/articles',
      '/sports',
      '/article/present',
      '/article/present/comments',
      '/admin/anything',
      '/api/anything',
      '/media/anything',
      '/robots.txt',
      '/newsletter',
      '/feed.xml',
    ];
    for (const path of used)
      expect([path, await refused(path, '/contact')]).toEqual([
        path,
        [
          409,
          { from: 'The site itself uses this address. Only addresses without a page can be redirected.' },
        ],
      ]);
    for (const path of ['/article', '/admin', '/api/newsroom', '/assets', '/tag', '/author', '/newsletter'])
      expect([path, await refused(path, '/contact', 'prefix')]).toEqual([
        path,
        [409, { from: 'The site itself uses addresses below this one. Please enter a longer path.' }],
      ]);
    await add('/article/draft', '/contact');
    expect((await list()).body.total).toBe(1);
  });

  test('loops are refused with their path, chains are one redirect', async () => {
    await add('/a', '/b');
    await add('/b', '/c');
    await add('/c', '/d');
    expect(await answer('/a?x=1')).toEqual([301, '/d?x=1']);
    const { status, body } = await create(site.newsroom, '/d', '/a');
    expect([status, body.path]).toEqual([409, ['/a', '/b', '/c', '/d', '/a']]);
    expect(body.fields).toEqual({
      to: 'These redirects would lead in a circle: /a → /b → /c → /d → /a',
    });
    expect((await create(site.newsroom, '/self', '/self')).body.path).toEqual(['/self', '/self']);
    expect((await create(site.newsroom, '/self', `${PUBLIC_URL}/self?x#y`)).status).toBe(409);
    const { body: rows } = await list('?search=/c');
    const last = rows.redirects.find(({ from }) => from === '/c');
    const looped = { kind: 'exact', from: '/c', to: '/a' };
    expect((await site.newsroom.request('PUT', `/redirects/${last?.id}`, looped)).status).toBe(409);
    expect(await answer('/a')).toEqual([301, '/d']);
  });

  test('prefixes that expand without end, or meet in a circle below their sources, are refused', async () => {
    const endless = await create(site.newsroom, '/x', '/x/y', 'prefix');
    expect(endless.status).toBe(409);
    expect(endless.body.path?.slice(0, 4)).toEqual(['/x', '/x/y', '/x/y/y', '/x/y/y/y']);
    expect(endless.body.fields['to']).toContain('would not arrive within 10 steps: /x → /x/y → /x/y/y');
    await add('/m/n/o', '/k/o', 'prefix');
    const crossed = await create(site.newsroom, '/k', '/m/n', 'prefix');
    expect([crossed.status, crossed.body.path]).toEqual([409, ['/m/n/o', '/k/o', '/m/n/o']]);
    // This one keeps a prefix from leading in a circle, so it cannot be deleted alone.
    const stop = await add('/p/q', '/about');
    await add('/p', '/p/q', 'prefix');
    expect(await answer('/p')).toEqual([301, '/about']);
    expect((await site.newsroom.request('DELETE', `/redirects/${stop.id}`)).status).toBe(409);
  });

  test.each([
    ['/', '/about', 'from'],
    ['no-slash', '/about', 'from'],
    ['/a?b=c', '/about', 'from'],
    ['/a//b', '/about', 'from'],
    ['//evil.example', '/about', 'from'],
    ['/a/../b', '/about', 'from'],
    ['/a%2fb', '/about', 'from'],
    [`/${'a'.repeat(500)}`, '/about', 'from'],
    ['https://other.example/a', '/about', 'from'],
    ['/a', '//evil.example', 'to'],
    ['/a', String.raw`/\evil.example`, 'to'],
    ['/a', 'http://insecure.example/', 'to'],
    ['/a', 'javascript:alert(1)', 'to'],
    ['/a', 'https://user:secret@example.com/', 'to'],
    ['/a', 'https://', 'to'],
    ['/a', `/${'a'.repeat(1000)}`, 'to'],
  ])('from %s to %s is refused', async (from, to, field) => {
    const [status, fields] = await refused(from, to);
    expect([status, Object.keys(fields ?? {})]).toEqual([422, [field]]);
    expect((await list()).body.total).toBe(0);
  });

  test('a line break in a target cannot reach the header', async () => {
    await add('/a', '/b?c=\r\nSet-Cookie: x=y');
    expect(await answer('/a')).toEqual([301, '/b?c=%0D%0ASet-Cookie:%20x=y']);
  });

  test('the target of a prefix has no query', async () => {
    expect(await refused('/a', '/b?c', 'prefix')).toMatchObject([422, { to: expect.any(String) }]);
  });

  describe('import and export', () => {
    let authorization = '';
    beforeAll(async () => {
      const session = await signIn(site.app, await makeAccount(site.app, { role: 'editor' }));
      authorization = `Bearer ${session.access_token}`;
    });
    const importCsv = async (csv: string) => {
      const response = await site.app.fetch('/api/newsroom/redirects/imports', {
        method: 'POST',
        headers: { authorization, 'content-type': 'text/csv' },
        body: csv,
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };

    test('valid records are added, the others are counted with their reason', async () => {
      await add('/known', '/about');
      const { status, body } = await importCsv(
        [
          '\uFEFFFrom,To,Kind',
          '/one,/about,',
          '/two,https://example.com/?a=1,EXACT',
          '/three,/articles,prefix',
          '/known,/contact,exact',
          '/about,/contact,exact',
          'four,ftp://x,exact',
          '/five,/about,regexp',
          '/loop,/circle,exact',
          '/circle,/loop,exact',
          '"/s,ix","/ab""out",exact',
        ].join('\r\n'),
      );
      expect(status).toBe(200);
      expect(body).toEqual({
        added: 5,
        known: 1,
        refused: 4,
        complaints: [
          { record: 5, reason: expect.stringContaining('The site itself uses this address') },
          { record: 6, reason: expect.stringMatching(/^from: .*; to: /) },
          { record: 7, reason: 'kind must be “exact” or “prefix”' },
          { record: 9, reason: 'These redirects would lead in a circle: /loop → /circle → /loop' },
        ],
      });
      expect(await answer('/three/x')).toEqual([301, '/articles/x']);
      expect(await answer('/known')).toEqual([301, '/about']);
      expect(await answer('/s,ix')).toEqual([301, '/ab%22out']);
      const exported = await site.app.fetch('/api/newsroom/redirects/redirects.csv', {
        headers: { authorization },
      });
      expect(exported.headers.get('content-disposition')).toBe('attachment; filename="redirects.csv"');
      const csv = await exported.text();
      expect(csv.split('\r\n').slice(0, 3)).toEqual([
        'from,to,kind',
        '/known,/about,exact',
        '/loop,/circle,exact',
      ]);
      await site.app.database.transaction((tx) => tx.delete(redirects));
      expect((await importCsv(csv)).body).toMatchObject({ added: 6, known: 0, refused: 0 });
    });

    test('invalid and too long lists import nothing', async () => {
      expect(await importCsv('/a,/b')).toMatchObject({ status: 422 });
      expect(await importCsv('from,to\n/a,/b\n"/c')).toMatchObject({
        status: 422,
        body: { detail: 'Line 3 ends within quotes. Nothing was imported.' },
      });
      const many = Array.from({ length: 5001 }, (_, index) => `/n${index},/about`);
      expect((await importCsv(['from,to', ...many].join('\n'))).status).toBe(413);
      expect((await importCsv('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
      expect((await list()).body.total).toBe(0);
    });

    test('there are at most 5,000', async () => {
      const rows = Array.from({ length: 5000 }, (_, index) => ({
        kind: 'exact' as const,
        source: `/n${index}`,
        target: '/about',
      }));
      await site.app.database.transaction(async (tx) => {
        await tx.insert(redirects).values(rows);
        tx.invalidate(REDIRECTS_TAG);
      });
      expect((await create(site.newsroom, '/more', '/about')).body.detail).toBe(
        'There can be at most 5,000 redirects.',
      );
      expect(await importCsv('from,to\n/more,/about')).toMatchObject({ status: 409 });
      expect(await answer('/n4999')).toEqual([301, '/about']);
      expect(await answer('/more')).toEqual([404, null]);
    });
  });

  test('changes are recorded, and authors have no access', async () => {
    await add('/recorded', '/contact');
    const admin = await newsroomApi(site.app, 'admin');
    const { body } = await admin.request<{ events: Record<string, unknown>[] }>('GET', '/audit/events');
    expect(body.events.find(({ action }) => action === 'redirect_created')).toMatchObject({
      object_name: '/recorded',
      detail: '/contact',
    });
    const author = await newsroomApi(site.app, 'author');
    expect((await author.request('GET', '/redirects')).status).toBe(403);
    expect((await create(author, '/b', '/about')).status).toBe(403);
  });
});

test('a rule that another process has created applies within a second, also after a 404', async () => {
  const opened = await openServerTestDatabase();
  const other = await openDatabase({ url: opened.url ?? '' });
  const here = await testApp({ testDatabase: opened });
  const there = await testApp({
    testDatabase: { database: other, url: opened.url, close: () => other.close() },
  });
  try {
    const statusOf = async (path: string) => (await there.fetch(path)).status;
    expect(await statusOf('/article/moved')).toBe(404);
    expect((await create(await newsroomApi(here), '/article/moved', '/about')).status).toBe(201);
    await expect.poll(() => statusOf('/article/moved'), { timeout: 5_000, interval: 20 }).toBe(301);
  } finally {
    await there.close();
    await here.close();
  }
}, 60_000);
