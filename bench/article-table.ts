import type { SiteModules } from './build-site-modules.ts';
import { type NewsroomSite, startNewsroom } from './newsroom-site.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

/** The smallest size fills a page of the table in each section, so that every site returns the same number of rows. */
const SIZES = [200, 20_000, 100_000] as const;
const WARM_UP = 10;
const LAST_PAGE = 500;

const VIEWS = [
  { name: 'a section, newest first', query: () => 'category=sports' },
  { name: 'a section by title', query: () => 'category=sports&sort=title&order=asc' },
  { name: 'all sections, recently edited first', query: () => 'sort=updated_at' },
  { name: 'drafts of a section', query: () => 'category=sports&state=draft' },
  {
    name: `a section, page ${LAST_PAGE} (1 of the smaller sites)`,
    query: (size: number) => `category=sports&page=${size < 100_000 ? 1 : LAST_PAGE}`,
  },
  { name: 'search: one match', query: (size: number) => `search=synthetic+number+${size - 1}` },
  { name: 'search: some matches in a section', query: () => 'search=synthetic+number+17&category=sports' },
  { name: 'search: a word in every article', query: () => 'search=synth&category=sports' },
  { name: 'search: no match', query: () => 'search=zeppelin' },
] as const;

/** Measures the article table of the newsroom over the API, with few and with many articles, in turn. */
export async function measureArticleTable(modules: SiteModules, rounds: number): Promise<string> {
  const sites: NewsroomSite[] = [];
  for (const size of SIZES) sites.push(await startNewsroom(modules, size));
  const times = new Map<string, number[]>();
  try {
    for (let round = 0; round < WARM_UP + rounds * 20; round += 1)
      for (const site of round % 2 === 0 ? sites : sites.toReversed())
        for (const { name, query } of VIEWS) {
          const start = performance.now();
          await (await site.request('GET', `/api/newsroom/articles?${query(site.size)}`)).arrayBuffer();
          const key = `${name} ${site.size}`;
          if (round >= WARM_UP) times.set(key, [...(times.get(key) ?? []), performance.now() - start]);
        }
  } finally {
    for (const site of sites) await site.stop();
  }
  const rows = VIEWS.map(({ name }) => {
    const timesBySize = SIZES.map((size) => times.get(`${name} ${size}`) ?? []);
    const ratios = timesBySize
      .slice(1)
      .map((many) => (median(many) / median(timesBySize[0] ?? [])).toFixed(2));
    return [name, ...timesBySize.map(formatTimes), ratios.join(', ')];
  });
  const sizes = SIZES.map((size) => `${size.toLocaleString('en-US')} articles, ms`);
  return `Median and 95th percentile of ${rounds * 20} requests over HTTP, including authentication against the database.

${table(['', ...sizes, 'ratio to the smallest'], rows)}`;
}

function formatTimes(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${percentile(times, 0.95).toFixed(1)})`;
}
