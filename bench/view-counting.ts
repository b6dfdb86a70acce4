import { createViewCounter } from '#domain/statistics/counting.server.ts';
import { viewedArticle } from '#domain/statistics/viewed-page.ts';
import { createHeadReader } from '#http/fast-path/request-head.ts';
import { createPageCache, type PageCache } from '#http/page-cache/page-cache.server.ts';
import { createPageViews, type PageViews } from '#http/page-views/page-views.ts';
import { systemClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { silentLog } from '#platform/log.server.ts';
import { readBrowserHeaders } from './browser-headers.ts';
import { table } from './table.ts';

const REQUESTS = 50_000;
const PUBLIC_URL = 'https://news.example';
const PATH = '/article/a';

const head = (fields: readonly string[]) =>
  Buffer.from([`GET ${PATH} HTTP/1.1`, ...fields, '', ''].join('\r\n').replace('{host}', 'news.example'));

/**
 * Measures in this process how long the fast path takes to read a request and to find its response, with and without
 * counting views. The difference is too small to be seen among the reads and writes of a socket.
 */
export async function measureViewCounting(rounds: number): Promise<string> {
  const caches = [await cacheWith(undefined), await cacheWith(countedViews())] as const;
  const navigation = readBrowserHeaders().find(({ request }) => request === 'navigation')?.fields ?? [];
  const headsFrom = (site: string) =>
    Array.from({ length: 2_000 }, (_, number) => head([...navigation, `Referer: ${site}/article/${number}`]));
  const scenarios = [
    { name: 'the header fields of the request before', heads: [head(navigation)], isNew: false },
    { name: 'another page of the site as the referrer', heads: headsFrom(PUBLIC_URL), isNew: false },
    { name: 'another page of another site', heads: headsFrom('https://forum.example'), isNew: false },
    { name: 'a new connection each time', heads: [head(navigation)], isNew: true },
  ];
  const rows = scenarios.map(({ name, heads, isNew }) => {
    const least = caches.map(() => Infinity);
    for (let round = 0; round < rounds * 4; round += 1)
      for (const [index, cache] of caches.entries())
        least[index] = Math.min(least[index] ?? Infinity, timeRequests(cache, heads, isNew));
    const [without = 0, counted = 0] = least;
    return [name, without.toFixed(0), counted.toFixed(0), (counted - without).toFixed(0)];
  });
  for (const cache of caches) cache.close();
  return `The fast path reads a navigation of Chromium and finds the stored article, without the socket. The fastest of ${rounds * 4} rounds
of ${REQUESTS.toLocaleString('en-US')} requests, with and without counting in turn. Compare the difference with the CPU time per request above.

${table(['request with', 'not counted, ns', 'counted, ns', 'difference, ns'], rows)}`;
}

async function cacheWith(views: PageViews | undefined): Promise<PageCache> {
  const cache = createPageCache({ clock: systemClock, log: silentLog, ...(views && { views }) });
  const viewedPage = viewedArticle('0195c0de-0000-7000-8000-000000000001');
  await cache.respond(PATH, new Request(`http://news.example${PATH}`), () =>
    Promise.resolve({ status: 200, headers: {}, body: 'text '.repeat(6_000), tags: [], viewedPage }),
  );
  return cache;
}

function countedViews(): PageViews {
  // Nothing is written before the measurement ends.
  const database = {} as Database;
  const counter = createViewCounter({
    database,
    clock: systemClock,
    log: silentLog,
    timeZone: () => 'UTC',
    isEnabled: () => true,
  });
  return createPageViews({ publicUrl: PUBLIC_URL, count: counter.count });
}

/** Nanoseconds for each request. */
function timeRequests(cache: PageCache, heads: readonly Buffer[], isNew: boolean): number {
  let read = createHeadReader();
  const start = performance.now();
  for (let number = 0; number < REQUESTS; number += 1) {
    if (isNew) read = createHeadReader();
    const request = read(heads[number % heads.length] ?? Buffer.alloc(0));
    if (request === null || cache.find(request) === null) throw new Error('not answered by the fast path');
  }
  return ((performance.now() - start) * 1e6) / REQUESTS;
}
