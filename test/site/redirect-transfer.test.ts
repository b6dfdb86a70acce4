import { beforeAll, describe, expect, test } from 'vitest';
import { REDIRECTS_TAG } from '#domain/redirects/redirect.ts';
import { redirects } from '#domain/redirects/tables.server.ts';
import { makeAccount, signIn } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { create, redirectSite } from './redirect-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('lists of redirects (%s)', (databaseKind) => {
  const { site, answer, add, list } = redirectSite(databaseKind);

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
});
