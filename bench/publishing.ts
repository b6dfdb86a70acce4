import { setTimeout as delay } from 'node:timers/promises';
import type { SiteModules } from './build-site-modules.ts';
import { type NewsroomSite, startNewsroom } from './newsroom-site.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const SIZES = [20, 20_000] as const;
const WARM_UP = 5;
/**
 * Between two saves. Longer than what a save causes later: pages are compressed after 300 ms, and the social picture of the article
 * is rendered after two seconds. An editor takes longer for the next save.
 */
const PAUSE_MS = 3000;

interface Article {
  readonly id: string;
  readonly revision: number;
  readonly slug: string;
}

interface SaveTimes {
  /** Milliseconds until the response to the save. */
  readonly saved: number;
  /** Milliseconds until every page shows the change. */
  readonly fresh: number;
}

/** Measures from a save over the API to the last page that shows it, with few and with many articles, in turn. */
export async function measurePublishing(modules: SiteModules, rounds: number): Promise<string> {
  const sites = [];
  for (const size of SIZES) sites.push(await startNewsroom(modules, size));
  const times = new Map<string, SaveTimes[]>();
  try {
    for (let round = 0; round < WARM_UP + rounds * 10; round += 1)
      for (const site of round % 2 === 0 ? sites : sites.toReversed())
        for (const [name, measured] of Object.entries(await measureRound(site, round)))
          if (round >= WARM_UP)
            times.set(`${name} ${site.size}`, [...(times.get(`${name} ${site.size}`) ?? []), measured]);
  } finally {
    for (const site of sites) await site.stop();
  }
  const rows = ['publish', 'change the title', 'take offline'].flatMap((name) =>
    (['saved', 'fresh'] as const).map((until) => {
      const [few = [], many = []] = SIZES.map((size) =>
        (times.get(`${name} ${size}`) ?? []).map((measured) => measured[until]),
      );
      const what = until === 'saved' ? `${name}: response` : `${name}: on every page`;
      return [what, formatTimes(few), formatTimes(many), (median(many) / median(few)).toFixed(2)];
    }),
  );
  return `Median and 95th percentile of ${rounds * 10} saves over HTTP, from sending to the response, and to the last byte of the last
of article, section, all articles and home with the change on them. All pages and two other articles of the section
are in the page cache beforehand; every GET goes over a connection. Saves are 3 s apart.

${table(['', ...SIZES.map((size) => `${size.toLocaleString('en-US')} articles, ms`), 'ratio'], rows)}`;
}

async function measureRound(site: NewsroomSite, round: number): Promise<Record<string, SaveTimes>> {
  const slug = `news-${round}`;
  const title = (state: string) => `${state} in round ${round}`;
  const input = {
    title: title('News'),
    slug,
    excerpt: 'What has just happened.',
    content: `<p>${'Something has happened. '.repeat(150)}</p>`,
    category_slug: 'sports',
  };
  let article = (await (await site.request('POST', '/api/newsroom/articles', input)).json()) as Article;
  const save = async (change: object): Promise<void> => {
    const tag = { 'if-match': `"${article.revision}"` };
    const path = `/api/newsroom/articles/${article.id}`;
    article = (await (await site.request('PUT', path, { ...article, ...change }, tag)).json()) as Article;
  };
  const pages = [`/article/${slug}`, '/sports', '/articles'];
  const others = await findOtherArticles(site);
  const measureSave = async (
    change: object,
    paths: readonly string[],
    isFresh: (html: string) => boolean,
  ) => {
    for (const path of [...others, '/', '/sports', '/articles']) await read(site, path);
    await delay(PAUSE_MS);
    const start = performance.now();
    await save(change);
    const saved = performance.now() - start;
    for (const path of paths) while (!isFresh(await read(site, path)));
    await read(site, '/');
    return { saved, fresh: performance.now() - start };
  };
  const measured = {
    publish: await measureSave({ is_draft: false }, pages, (html) => html.includes(title('News'))),
    'change the title': await measureSave({ title: title('Other news'), is_draft: false }, pages, (html) =>
      html.includes(title('Other news')),
    ),
    'take offline': await measureSave(
      { is_draft: true },
      pages.slice(1),
      (html) => !html.includes(title('Other news')),
    ),
  };
  await site.request('DELETE', `/api/newsroom/articles/${article.id}`);
  return measured;
}

async function findOtherArticles(site: NewsroomSite): Promise<string[]> {
  const html = await read(site, '/sports');
  const paths = Array.from(html.matchAll(/href="(\/article\/synthetic-\d+)"/g), ([, path]) => path ?? '');
  // At most two, as the small site has only two.
  return [...new Set(paths)].slice(0, 2);
}

async function read(site: NewsroomSite, path: string): Promise<string> {
  return (await site.request('GET', path)).text();
}

function formatTimes(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${percentile(times, 0.95).toFixed(1)})`;
}
