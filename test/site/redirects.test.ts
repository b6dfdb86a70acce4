import { describe, expect, test, beforeAll } from 'vitest';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { createPage } from '../own-page-api.ts';
import { create, redirectSite } from './redirect-site.ts';
import { redirects } from '#domain/redirects/tables.server.ts';
import { makeAccount, signIn } from '../accounts.ts';

describe.each(databaseKindsFor(import.meta.filename))('redirects, on the %s database', (databaseKind) => {
  const { site, answer, add, refused, list } = redirectSite(databaseKind);

  test('an exact one applies at once, keeps the query, and follows changes', async () => {
    expect(await answer('/old')).toEqual([404, null]);
    const redirect = await add('/old', '/about');
    expect(await answer('/old')).toEqual([301, '/about']);
    expect(await answer('/old/')).toEqual([301, '/about']);
    expect(await answer('/older/')).toEqual([308, '/older']);
    expect(await answer('/old?utm_source=x&a=%C3%A4')).toEqual([301, '/about?utm_source=x&a=%C3%A4']);
    expect(await answer('/old/below')).toEqual([404, null]);
    expect(await answer('/OLD')).toEqual([404, null]);
    const response = await site.app.fetch('/old', { method: 'HEAD' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      301,
      'public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400',
    ]);
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
    // Escapes of reserved characters stay as they are.
    for (const rest of ['%40x', '@x', 'a%3Bb%3fc', 'caf%C3%A9%2C'])
      expect(await answer(`/root/${rest}`)).toEqual([301, `/${rest.replace('%3f', '%3F')}`]);
    await add('/sign%40place', '/about');
    expect(await answer('/sign%40place')).toEqual([301, '/about']);
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

  test('one with a query applies to requests with its parameters, also at an address with a page', async () => {
    await makeArticle(site.app.database, { slug: 'moved-here' });
    expect(await answer('/?p=123')).toEqual([200, null]);
    await add('/?p=123', '/article/moved-here');
    await add(`${PUBLIC_URL}/?page_id=2&cat=7`, '/about');
    await add('/index.php?p=1', 'https://archive.example/#top');
    await add('/old-list', '/contact');
    await add('/old-list/?b=2&a=1', '/articles');
    for (const [from, to] of [
      ['/?p=123', '/article/moved-here'],
      ['/?p=123&utm_source=x', '/article/moved-here?utm_source=x'],
      ['/?cat=7&page_id=2', '/about'],
      ['/index.php?p=1', 'https://archive.example/#top'],
      ['/old-list?a=1&b=2', '/articles'],
      ['/old-list/?a=1&b=2', '/articles'],
      ['/old-list?a=1', '/contact?a=1'],
    ])
      expect([from, await answer(from ?? '')]).toEqual([from, [301, to]]);
    for (const path of ['/', '/?p=12', '/?p=1234', '/?page_id=2', '/?P=123', '/about?p=123'])
      expect([path, await answer(path)]).toEqual([path, [200, null]]);
    expect((await site.app.fetch('/?p=123', { method: 'HEAD' })).status).toBe(301);
    expect(await refused('/?p=123', '/contact')).toEqual([
      409,
      { from: 'There is already a redirect from this address.' },
    ]);
    expect((await list('?search=page_id')).body.redirects).toMatchObject([{ from: '/?cat=7&page_id=2' }]);
  });

  test('one with a query is refused where the site uses the query, as a prefix, and in a circle', async () => {
    expect(await refused('/articles?page=2', '/about')).toEqual([
      409,
      { from: 'The site itself uses the parameter “page” at this address.' },
    ]);
    for (const from of ['/search?q=x', '/admin?a=b', '/api/articles?a=b'])
      expect([from, (await refused(from, '/about'))[0]]).toEqual([from, 409]);
    const many = Array.from({ length: 11 }, (_, index) => `a${index}=1`).join('&');
    for (const [from, kind] of [
      ['/?p=1', 'prefix'],
      ['/', 'exact'],
      ['/?', 'exact'],
      ['/?p=1#x', 'exact'],
      [`/?${many}`, 'exact'],
    ] as const)
      expect([from, (await refused(from, '/about', kind))[0]]).toEqual([from, 422]);
    await add('/?p=1', '/?p=2&a=b');
    const { status, body } = await create(site.newsroom, '/?p=2', '/?p=1');
    expect([status, body.path]).toEqual([409, ['/?p=1', '/?p=2', '/?p=1']]);
    await add('/old-home', '/?p=3');
    expect((await create(site.newsroom, '/?p=3', '/old-home')).status).toBe(409);
  });

  test('the paths of other feeds lead to the feeds, unless one of the newsroom redirects them', async () => {
    for (const [from, to] of [
      ['/feed', '/feed.xml'],
      ['/feed/', '/feed.xml'],
      ['/rss', '/rss.xml'],
      ['/rss/', '/rss.xml'],
    ])
      expect([from, await answer(from ?? '')]).toEqual([from, [301, to]]);
    await add('/feed/', '/sports/feed.xml');
    await add('/rss', 'https://feeds.example/all');
    for (const path of ['/feed', '/feed/']) expect(await answer(path)).toEqual([301, '/sports/feed.xml']);
    for (const path of ['/rss', '/rss/'])
      expect(await answer(path)).toEqual([301, 'https://feeds.example/all']);
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
    const used = ['/about', '/articles', '/sports', '/article/present', '/feed.xml'];
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
    ['/a?b=c#d', '/about', 'from'],
    ['//evil.example', '/about', 'from'],
    ['/a/../b', '/about', 'from'],
    ['https://other.example/a', '/about', 'from'],
    ['/a', '//evil.example', 'to'],
    ['/a', String.raw`/\evil.example`, 'to'],
    ['/a', 'http://insecure.example/', 'to'],
    ['/a', 'javascript:alert(1)', 'to'],
    ['/a', 'https://user:secret@example.com/', 'to'],
    ['/a', 'https://', 'to'],
  ])('from %s to %s is refused', async (from, to, field) => {
    const [status, fields] = await refused(from, to);
    expect([status, Object.keys(fields ?? {})]).toEqual([422, [field]]);
    expect((await list()).body.total).toBe(0);
  });

  test('a line break in a target cannot reach the header', async () => {
    await add('/a', '/b?c=\r\nSet-Cookie: x=y');
    expect(await answer('/a')).toEqual([301, '/b?c=%0D%0ASet-Cookie:%20x=y']);
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
        errors: [
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
      const csv = await exported.text();
      expect(csv.split('\r\n').slice(0, 3)).toEqual([
        'from,to,kind',
        '/known,/about,exact',
        '/loop,/circle,exact',
      ]);
      await site.app.database.transaction((tx) => tx.delete(redirects));
      expect((await importCsv(csv)).body).toMatchObject({ added: 6, known: 0, refused: 0 });
      const semicolons = '\uFEFFfrom;to\r\n/?p=7;/contact\r\n/feed/;/sports/feed.xml\r\n';
      expect((await importCsv(semicolons)).body).toMatchObject({ added: 2, known: 0, refused: 0 });
      expect(await answer('/?p=7')).toEqual([301, '/contact']);
      expect(await answer('/feed')).toEqual([301, '/sports/feed.xml']);
    });

    test('invalid and too long lists import nothing', async () => {
      const many = Array.from({ length: 5001 }, (_, index) => `/n${index},/about`);
      expect((await importCsv(['from,to', ...many].join('\n'))).status).toBe(413);
      expect((await importCsv('x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
      expect((await list()).body.total).toBe(0);
    });
  });
});
