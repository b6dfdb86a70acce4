import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DATABASE_KINDS } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { prepareSearchSite } from './search-site.ts';

describe.each(DATABASE_KINDS)('the search page, on the %s database', (databaseKind) => {
  const site = prepareSearchSite(databaseKind);
  const { find, index, request, slugs } = site;

  test('has pages of 20, which are private, not indexed and not stored', async () => {
    for (let number = 0; number < 21; number += 1)
      await makeArticle(site.app.database, { title: 'Paginated', slug: `paginated-${number}` });
    await index();
    const { page_count: pageCount, results } = await find('paginated');
    expect([pageCount, results.length]).toEqual([2, 20]);
    expect(await slugs('paginated', { page: '2' })).toHaveLength(1);
    const first = await request('/search?q=paginated');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('x-robots-tag')).toBe('noindex');
    const html = await first.text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain('href="/search?q=paginated&amp;page=2"');
    expect((await request('/search?q=paginated&page=2')).status).toBe(200);
    for (const page of ['3', '1', '0', 'x'])
      expect([page, (await request(`/search?q=paginated&page=${page}`)).status]).toEqual([page, 404]);
  });

  test('survives hostile queries', async () => {
    const queries = [
      'a'.repeat(10_000),
      '- - -- "" "-" () & | ! <-> :* \\',
      '\0',
      'river\0bank',
      '\ud800',
      "' or 1=1; drop table articles; --",
      '%_*?',
      '\u0301'.repeat(4000),
      'ﷺ 日本語 ภาษาไทย 🙂',
    ];
    for (const query of queries) {
      const parameters = `q=${encodeURIComponent(query.toWellFormed())}`;
      for (const path of [`/search?${parameters}`, `/api/search?${parameters}`]) {
        const { status } = await request(path);
        expect([path.slice(0, 60), status < 500]).toEqual([path.slice(0, 60), true]);
      }
    }
    for (const query of [
      'q=%00',
      'q=%FF%FE',
      'q=a&section=%00&year=abcd&author=%00',
      'q[]=a',
      'q=a&page=99999',
    ])
      expect([query, (await request(`/search?${query}`)).status < 500]).toEqual([query, true]);
    const body = 'q='.padEnd(10 * 1024 * 1024, 'a');
    expect((await site.app.fetch('/search', { method: 'POST', body })).status).toBe(405);
  });

  test('limits the searches of one network, and not those of others', async () => {
    const from = (address: string) =>
      site.app.fetch('/search?q=river', { headers: { 'x-forwarded-for': address } });
    // The minute is measured with a clock that stands still here: a busy machine needs longer for so many requests.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let number = 0; number < 90; number += 1) expect((await from('203.0.113.9')).status).toBe(200);
    const refused = await from('203.0.113.9');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await refused.text();
    expect(html).toContain('Too many searches at once.');
    expect(html).toContain('value="river"');
    expect((await from('203.0.113.10')).status).toBe(200);
    // The page without a search costs nothing.
    const empty = await site.app.fetch('/search', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(empty.status).toBe(200);
    expect(await empty.text()).not.toContain('No articles found');
  });
});
