import type { Subject } from './build-subject.ts';
import { openColdSite } from './cold-site.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const SIZES = [20, 20_000] as const;
const WARM_UP = 20;

const PAGES = [
  { name: 'home', path: () => '/' },
  { name: 'article', path: () => '/article/synthetic-7' },
  { name: 'all articles', path: () => '/articles' },
  {
    // The second page of the small site would show seven cards, the five-hundredth of the large one shows twelve.
    name: 'all articles, page 500 (1 of the small site)',
    path: (size: number) => (size < 6_000 ? '/articles' : '/articles?page=500'),
  },
  { name: 'a section', path: () => '/sports' },
] as const;

/** Every page made anew from the database, with few and with many articles, in turn. */
export async function cold(subject: Subject, rounds: number): Promise<string> {
  const sites = [];
  for (const size of SIZES) sites.push({ size, site: await openColdSite(subject, size) });
  const times = new Map<string, number[]>();
  for (let round = 0; round < WARM_UP + rounds * 20; round += 1) {
    for (const { size, site } of round % 2 === 0 ? sites : sites.toReversed()) {
      for (const { name, path } of PAGES) {
        const taken = await site.time(path(size));
        if (round >= WARM_UP) times.set(`${name} ${size}`, [...(times.get(`${name} ${size}`) ?? []), taken]);
      }
    }
  }
  for (const { site } of sites) await site.close();
  const rows = PAGES.map(({ name }) => {
    const [few = [], many = []] = SIZES.map((size) => times.get(`${name} ${size}`) ?? []);
    return [name, milliseconds(few), milliseconds(many), (median(many) / median(few)).toFixed(2)];
  });
  return `Median and 95th percentile of ${rounds * 20}, in process, gzip included, nothing kept. A section of the small site
shows two cards, of the large one twelve.

${table(['page', ...SIZES.map((size) => `${size.toLocaleString('en-US')} articles, ms`), 'ratio'], rows)}`;
}

function milliseconds(times: readonly number[]): string {
  return `${median(times).toFixed(2)} (${percentile(times, 0.95).toFixed(2)})`;
}
