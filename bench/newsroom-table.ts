import type { Subject } from './build-subject.ts';
import { type NewsroomSite, startNewsroom } from './newsroom-site.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

/** The smallest fills a page of the table in each section, so that all draw as many rows. */
const SIZES = [200, 20_000, 100_000] as const;
const WARM_UP = 10;
const LAST_PAGE = 500;

const VIEWS = [
  { name: 'a section, newest first', query: () => 'category=sports' },
  { name: 'a section by title', query: () => 'category=sports&sort=title&order=asc' },
  { name: 'all sections, last changed first', query: () => 'sort=updated_at' },
  { name: 'drafts of a section', query: () => 'category=sports&status=draft' },
  {
    name: `a section, page ${LAST_PAGE} (1 of the smaller sites)`,
    query: (size: number) => `category=sports&page=${size < 100_000 ? 1 : LAST_PAGE}`,
  },
  { name: 'search: one article', query: (size: number) => `search=synthetic+number+${size - 1}` },
  { name: 'search: some, in a section', query: () => 'search=synthetic+number+17&category=sports' },
  { name: 'search: a word that all have', query: () => 'search=synth&category=sports' },
  { name: 'search: nothing', query: () => 'search=zeppelin' },
] as const;

/** The table of the newsroom over the API, with few and with many articles, in turn. */
export async function newsroomTable(subject: Subject, rounds: number): Promise<string> {
  const sites: NewsroomSite[] = [];
  for (const size of SIZES) sites.push(await startNewsroom(subject, size));
  const times = new Map<string, number[]>();
  try {
    for (let round = 0; round < WARM_UP + rounds * 20; round += 1)
      for (const site of round % 2 === 0 ? sites : sites.toReversed())
        for (const { name, query } of VIEWS) {
          const began = performance.now();
          await (await site.ask('GET', `/api/newsroom/articles?${query(site.size)}`)).arrayBuffer();
          const key = `${name} ${site.size}`;
          if (round >= WARM_UP) times.set(key, [...(times.get(key) ?? []), performance.now() - began]);
        }
  } finally {
    for (const site of sites) await site.stop();
  }
  const rows = VIEWS.map(({ name }) => {
    const taken = SIZES.map((size) => times.get(`${name} ${size}`) ?? []);
    const ratios = taken.slice(1).map((many) => (median(many) / median(taken[0] ?? [])).toFixed(2));
    return [name, ...taken.map(milliseconds), ratios.join(', ')];
  });
  const sizes = SIZES.map((size) => `${size.toLocaleString('en-US')} articles, ms`);
  return `Median and 95th percentile of ${rounds * 20} requests over HTTP, who is asking looked up in the database each time.

${table(['', ...sizes, 'ratios to the first'], rows)}`;
}

function milliseconds(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${percentile(times, 0.95).toFixed(1)})`;
}
