import { beforeAll, describe, expect, test } from 'vitest';
import { REDIRECTS_TAG } from '#domain/redirects/redirect.ts';
import { redirects } from '#domain/redirects/tables.server.ts';
import { makeAccount, signIn } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { leastLongestTurn } from '../longest-turn.ts';
import { create, redirectSite } from './redirect-site.ts';

/** Processor time of the main thread in one turn, in milliseconds. */
const BUDGET_MS = 50;

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
      expect(exported.headers.get('content-disposition')).toBe('attachment; filename="redirects.csv"');
      const csv = await exported.text();
      expect(csv.split('\r\n').slice(0, 3)).toEqual([
        'from,to,kind',
        '/known,/about,exact',
        '/loop,/circle,exact',
      ]);
      await site.app.database.transaction((tx) => tx.delete(redirects));
      expect((await importCsv(csv)).body).toMatchObject({ added: 6, known: 0, refused: 0 });
      const semicolons = '\uFEFFfrom;to\r\n/semicolon;/about\r\n';
      expect((await importCsv(semicolons)).body).toMatchObject({ added: 1, known: 0, refused: 0 });
      expect(await answer('/semicolon')).toEqual([301, '/about']);
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

    test('that are long leave other requests their turn', async () => {
      // Ten hops from each address, along paths of the greatest length.
      const [deep, deeper] = ['/a'.repeat(240), '/b'.repeat(200)];
      const rows = Array.from({ length: 4_900 }, (_, index) => ({
        kind: 'prefix' as const,
        source: `/y${index}${deep}`,
        target: index % 10 === 9 ? '/about' : `/y${index + 1}${deep}${deeper}`,
      }));
      await site.app.database.transaction(async (tx) => {
        for (let start = 0; start < rows.length; start += 700)
          await tx.insert(redirects).values(rows.slice(start, start + 700));
        tx.invalidate(REDIRECTS_TAG);
      });
      let number = 0;
      const creating = () => create(site.newsroom, `/new-${(number += 1)}`, '/about');
      expect(await leastLongestTurn(BUDGET_MS, creating)).toBeLessThan(BUDGET_MS);
      const importing = () => importCsv(`from,to\n${'\n'.repeat(2_000_000)}/imported-${number},/about`);
      expect(await leastLongestTurn(BUDGET_MS, importing)).toBeLessThan(BUDGET_MS);
      expect((await importCsv('from,to\n/last,/about')).body).toMatchObject({ added: 1, refused: 0 });
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
