import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { ignoredAddresses, redirects, unknownAddresses } from '#domain/redirects/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { databaseKindsFor } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { prepareClockedNewsroomSite } from './newsroom-site.ts';

interface Report {
  readonly addresses: readonly {
    readonly path: string;
    readonly requests: number;
    readonly last_day: string;
  }[];
  readonly ignored: readonly string[];
}

describe.each(databaseKindsFor(import.meta.filename))('reported addresses (%s)', (databaseKind) => {
  const site = prepareClockedNewsroomSite({ databaseKind }, { role: 'editor' });
  site.now = new Date('2026-03-10T12:00:00Z');
  afterEach(async () => {
    await site.newsroom.request('GET', '/redirects/unknown-addresses');
    await site.app.database.transaction(async (tx) => {
      for (const table of [redirects, unknownAddresses, ignoredAddresses]) await tx.delete(table);
      tx.purge('*');
    });
  });

  const report = async () =>
    (await site.newsroom.request<Report>('GET', '/redirects/unknown-addresses')).body;
  const paths = async () => (await report()).addresses.map(({ path, requests }) => [path, requests]);
  async function visit(path: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) await site.app.fetch(path);
  }
  const ignore = (path: string, ignored: boolean) =>
    site.newsroom.request('POST', '/redirects/ignored-addresses', { path, ignored });

  test('has the path and the day, the most frequent first, without query, cookies or addresses', async () => {
    await visit('/rare');
    await visit('/often?email=reader@example.com', 3);
    const headers = {
      cookie: 'a=secret-cookie',
      'x-forwarded-for': '203.0.113.7',
      referer: 'https://a.example/',
    };
    await site.app.fetch('/often', { headers });
    await visit('/article/unknown', 2);
    expect(await report()).toEqual({
      addresses: [
        { path: '/often', requests: 4, last_day: '2026-03-10' },
        { path: '/article/unknown', requests: 2, last_day: '2026-03-10' },
        { path: '/rare', requests: 1, last_day: '2026-03-10' },
      ],
      ignored: [],
    });
    const stored = JSON.stringify(
      (await site.app.database.db.execute(sql`select * from unknown_addresses`)).rows,
    );
    for (const secret of ['reader', 'secret-cookie', '203.0.113.7', 'a.example'])
      expect(stored).not.toContain(secret);
  });

  test('counts neither pages, nor missing pages of a listing, nor what the newsroom and the API answer', async () => {
    await makeArticle(site.app.database, { slug: 'present' });
    for (const path of [
      '/',
      '/article/present',
      '/article/present?comments=9',
      '/articles?page=99',
      '/api/nowhere',
      '/admin/nowhere',
      '/media/nowhere',
      '/a//b',
      `/${'a'.repeat(200)}`,
    ])
      await visit(path);
    expect(await paths()).toEqual([]);
    await visit(`/${'b'.repeat(199)}`);
    expect(await paths()).toEqual([[`/${'b'.repeat(199)}`, 1]]);
  });

  test('an ignored address disappears, is not counted, and can be counted again', async () => {
    await visit('/wp-login.php', 2);
    expect((await ignore('/wp-login.php', true)).status).toBe(204);
    await visit('/wp-login.php');
    expect(await report()).toEqual({ addresses: [], ignored: ['/wp-login.php'] });
    expect((await ignore('/wp-login.php', false)).status).toBe(204);
    await visit('/wp-login.php');
    expect(await paths()).toEqual([['/wp-login.php', 1]]);
    expect((await ignore('not a path', true)).status).toBe(422);
  });

  test('any number of addresses that are requested once does not displace one that is requested often', async () => {
    await visit('/linked', 5);
    for (let number = 0; number < 1_500; number += 1) await site.app.fetch(`/scan-${number}`);
    await visit('/linked', 3);
    const { addresses } = await report();
    expect(addresses[0]?.path).toBe('/linked');
    expect(addresses).toHaveLength(100);
    const stored = await site.app.database.db.$count(unknownAddresses);
    expect(stored).toBeLessThanOrEqual(1_000);
    for (let number = 0; number < 1_000; number += 1) await site.app.fetch(`/scan-again-${number}`);
    expect((await report()).addresses[0]?.path).toBe('/linked');
    expect(await site.app.database.db.$count(unknownAddresses)).toBe(1_000);
  });

  test('days are added up, and deleted after 30 days', async () => {
    await visit('/daily');
    await report();
    site.now = new Date(site.now.getTime() + 20 * DAY_MS);
    await visit('/daily', 2);
    expect((await report()).addresses).toEqual([{ path: '/daily', requests: 3, last_day: '2026-03-30' }]);
    site.now = new Date(site.now.getTime() + 11 * DAY_MS);
    await site.app.jobs.runDue();
    expect((await report()).addresses).toEqual([{ path: '/daily', requests: 2, last_day: '2026-03-30' }]);
  });
});
