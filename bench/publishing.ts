import { setTimeout as delay } from 'node:timers/promises';
import type { Subject } from './build-subject.ts';
import { type NewsroomSite, startNewsroom } from './newsroom-site.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const SIZES = [20, 20_000] as const;
const WARM_UP = 5;
/** Milliseconds. */
const PAUSE = 150;

interface Article {
  readonly id: string;
  readonly revision: number;
  readonly slug: string;
}

interface Taken {
  /** Until the save is answered. */
  readonly saved: number;
  /** Until every page has shown it. */
  readonly fresh: number;
}

/** From a save over the API to the last page that has to show it, with few and with many articles, in turn. */
export async function publishing(subject: Subject, rounds: number): Promise<string> {
  const sites = [];
  for (const size of SIZES) sites.push(await startNewsroom(subject, size));
  const times = new Map<string, Taken[]>();
  try {
    for (let round = 0; round < WARM_UP + rounds * 10; round += 1)
      for (const site of round % 2 === 0 ? sites : sites.toReversed())
        for (const [name, taken] of Object.entries(await playRound(site, round)))
          if (round >= WARM_UP)
            times.set(`${name} ${site.size}`, [...(times.get(`${name} ${site.size}`) ?? []), taken]);
  } finally {
    for (const site of sites) await site.stop();
  }
  const rows = ['publish', 'change the title', 'take offline'].flatMap((name) =>
    (['saved', 'fresh'] as const).map((until) => {
      const [few = [], many = []] = SIZES.map((size) =>
        (times.get(`${name} ${size}`) ?? []).map((taken) => taken[until]),
      );
      const what = until === 'saved' ? `${name}: answered` : `${name}: on every page`;
      return [what, milliseconds(few), milliseconds(many), (median(many) / median(few)).toFixed(2)];
    }),
  );
  return `Median and 95th percentile of ${rounds * 10} saves over HTTP, from sending to the answer, and to the last byte of the last
of article, section, all articles and home with the change on them. All pages and two other articles of the section
are kept beforehand; every GET goes over the socket.

${table(['', ...SIZES.map((size) => `${size.toLocaleString('en-US')} articles, ms`), 'ratio'], rows)}`;
}

async function playRound(site: NewsroomSite, round: number): Promise<Record<string, Taken>> {
  const slug = `news-${round}`;
  const title = (state: string) => `${state} in round ${round}`;
  const input = {
    title: title('News'),
    slug,
    excerpt: 'What has just happened.',
    content: `<p>${'Something has happened. '.repeat(150)}</p>`,
    category_slug: 'sports',
  };
  let article = (await (await site.ask('POST', '/api/newsroom/articles', input)).json()) as Article;
  const save = async (change: object): Promise<void> => {
    const tag = { 'if-match': `"${article.revision}"` };
    const path = `/api/newsroom/articles/${article.id}`;
    article = (await (await site.ask('PUT', path, { ...article, ...change }, tag)).json()) as Article;
  };
  const shown = [`/article/${slug}`, '/sports', '/articles'];
  const others = await otherArticles(site);
  const timed = async (change: object, paths: readonly string[], isFresh: (html: string) => boolean) => {
    for (const path of [...others, '/', '/sports', '/articles']) await read(site, path);
    // Nobody saves twice within the tenth of a second for which a page rests that was just made.
    await delay(PAUSE);
    const began = performance.now();
    await save(change);
    const saved = performance.now() - began;
    for (const path of paths) while (!isFresh(await read(site, path)));
    await read(site, '/');
    return { saved, fresh: performance.now() - began };
  };
  const taken = {
    publish: await timed({ is_draft: false }, shown, (html) => html.includes(title('News'))),
    'change the title': await timed({ title: title('Other news'), is_draft: false }, shown, (html) =>
      html.includes(title('Other news')),
    ),
    'take offline': await timed(
      { is_draft: true },
      shown.slice(1),
      (html) => !html.includes(title('Other news')),
    ),
  };
  await site.ask('DELETE', `/api/newsroom/articles/${article.id}`);
  return taken;
}

async function otherArticles(site: NewsroomSite): Promise<string[]> {
  const html = await read(site, '/sports');
  const paths = Array.from(html.matchAll(/href="(\/article\/synthetic-\d+)"/g), ([, path]) => path ?? '');
  // As many in the large site as the small one has.
  return [...new Set(paths)].slice(0, 2);
}

async function read(site: NewsroomSite, path: string): Promise<string> {
  return (await site.ask('GET', path)).text();
}

function milliseconds(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${percentile(times, 0.95).toFixed(1)})`;
}
