import { createTestDatabase, startPostgres } from '../test/postgres.ts';
import type { SiteModules } from './build-site-modules.ts';
import { type ColdSite, startColdSite } from './cold-site.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const SIZES = [500, 100_000] as const;
/** V8 has optimized the rendering code after this many requests of each page; after half as many it is 10 % slower. */
const WARM_UP = 400;

const PAGES = [
  { name: 'home', path: () => '/' },
  { name: 'article', path: () => '/article/synthetic-7' },
  { name: 'all articles', path: () => '/articles' },
  {
    name: 'all articles, page 5,000 (40 of the small site)',
    path: (size: number) => `/articles?page=${size < 60_000 ? 40 : 5_000}`,
  },
  { name: 'a section', path: () => '/sports' },
] as const;

/** Measures rendering every page from the database over HTTP, with few and with many articles, on both databases. */
export async function measureColdPages(modules: SiteModules, rounds: number): Promise<string> {
  const postgres = await startPostgres();
  try {
    const embedded = await measure(rounds, (size) => startColdSite(modules, size));
    const server = await measure(rounds, async (size) =>
      startColdSite(modules, size, await createTestDatabase(postgres.url)),
    );
    return `Median and 95th percentile of ${rounds * 20} requests over HTTP, one after the other on one connection, including gzip,
with an empty page cache, after ${WARM_UP} warm-up requests of each page.

${table(
  ['page', ...columns('embedded'), ...columns('PostgreSQL')],
  PAGES.map(({ name }) => [name, ...compareSizes(embedded, name), ...compareSizes(server, name)]),
)}`;
  } finally {
    await postgres.stop();
  }
}

type Times = Map<string, number[]>;

/** Requests each page of each size in turn, so that a temporary slowdown of the machine affects all of them. */
async function measure(rounds: number, start: (size: number) => Promise<ColdSite>): Promise<Times> {
  const sites: ColdSite[] = [];
  const times: Times = new Map();
  try {
    for (const size of SIZES) sites.push(await start(size));
    for (let round = 0; round < WARM_UP + rounds * 20; round += 1)
      for (const site of round % 2 === 0 ? sites : sites.toReversed())
        for (const { name, path } of PAGES) {
          const duration = await site.time(path(site.size));
          const key = `${name} ${site.size}`;
          if (round >= WARM_UP) times.set(key, [...(times.get(key) ?? []), duration]);
        }
  } finally {
    for (const site of sites) await site.stop();
  }
  return times;
}

const columns = (database: string) => [
  ...SIZES.map((size) => `${database}, ${size.toLocaleString('en-US')} articles, ms`),
  'ratio',
];

function compareSizes(times: Times, name: string): string[] {
  const [few = [], many = []] = SIZES.map((size) => times.get(`${name} ${size}`) ?? []);
  return [formatTimes(few), formatTimes(many), (median(many) / median(few)).toFixed(2)];
}

function formatTimes(times: readonly number[]): string {
  return `${median(times).toFixed(2)} (${percentile(times, 0.95).toFixed(2)})`;
}
