import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, startPostgres } from '../test/postgres.ts';
import { signInAsAdmin } from './newsroom-site.ts';
import { type Corpus, insertRealisticArticles } from './realistic-articles.ts';
import type { SiteModules } from './build-site-modules.ts';
import { startSite } from './site-server.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

/** Indexing takes half an hour for each database. A smaller number checks the benchmark itself. */
const ARTICLES = Number(process.env['SEARCHED_ARTICLES'] ?? 100_000);
const WARM_UP = 20;
const SEARCHES_PER_ROUND = 20;
const PUBLICATIONS = 40;
const POLL_MS = 2000;

/** A search of each kind; different words in each round, as no two readers search for the same. */
const SEARCHES: Readonly<Record<string, (corpus: Corpus, round: number) => string>> = {
  'a word of nearly every article': ({ words }, round) => `${words[20 + (round % 20)]} `,
  'a word of every fifth article': ({ words }, round) => `${words[300 + (round % 100)]} `,
  'a rare word': ({ words }, round) => `${words[40_000 + round]} `,
  'two words': ({ words }, round) => `${words[100 + round]} ${words[1000 + round]} `,
  'a phrase': ({ phrase }) => `"${phrase.join(' ')}"`,
  'a phrase of common words': ({ words }, round) =>
    `"${words[30 + (round % 20)]} ${words[60 + (round % 20)]}"`,
  'the beginning of a word': ({ words }, round) => (words[1000 + round] ?? '').slice(0, 4),
  'a misspelled word, nothing found': ({ words }, round) => `${words[20_000 + round]}zx `,
};

interface Measured {
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly publishing: readonly number[];
  readonly indexSeconds: number;
  readonly megabytes: Readonly<Record<string, number>>;
}

/** Measures searches over HTTP, the time to index an archive, the size of the index, and publishing with it. */
export async function measureSearch(modules: SiteModules, rounds: number): Promise<string> {
  const postgres = await startPostgres();
  try {
    const server = await measure(modules, rounds, await createTestDatabase(postgres.url));
    const embedded = await measure(modules, rounds);
    const both = [embedded, server];
    return `${ARTICLES.toLocaleString('en-US')} articles of 500 to 1,100 words. Median and 95th percentile of ${rounds * SEARCHES_PER_ROUND} searches of each kind
over HTTP, one after the other, different words each time, with excerpts and the numbers of all filters.

${table(
  ['search', 'embedded, ms', 'PostgreSQL, ms'],
  Object.keys(SEARCHES).map((name) => [name, ...both.map(({ times }) => formatTimes(times.get(name) ?? []))]),
)}

| | embedded | PostgreSQL |
| --- | --- | --- |
| indexing all articles in the background, s | ${both.map(({ indexSeconds }) => indexSeconds.toFixed(0)).join(' | ')} |
${Object.keys(embedded.megabytes)
  .map(
    (name) =>
      `| ${name}, MB | ${both.map(({ megabytes }) => (megabytes[name] ?? 0).toFixed(0)).join(' | ')} |`,
  )
  .join('\n')}
| publishing an article of 800 words, response, ms | ${both.map(({ publishing }) => formatTimes(publishing)).join(' | ')} |`;
  } finally {
    await postgres.stop();
  }
}

async function measure(modules: SiteModules, rounds: number, databaseUrl?: string): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const location = databaseUrl === undefined ? { dataDir, create: true } : { url: databaseUrl };
  const database = await modules.openDatabase(location);
  await modules.migrate(database);
  const corpus = await insertRealisticArticles(database, ARTICLES);
  await database.close();
  const settings = {
    SAMPLE_CONTENT: 'off',
    // Each search comes from another network, because the searches of one are limited.
    TRUST_PROXY: '1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const site = await startSite(dataDir, settings);
  try {
    const indexSeconds = await waitForIndex(site.url);
    process.stderr.write(`indexed in ${indexSeconds.toFixed(0)} s, searching\n`);
    const times = await timeSearches(site.url, corpus, rounds);
    const admin = await signInAsAdmin(site.url, { DATA_DIR: dataDir, ...settings });
    const publishing = await timePublishing(admin, corpus);
    await site.stop();
    const megabytes = await readSizes(modules, location);
    const measured = { times, publishing, indexSeconds, megabytes };
    // Shown at once: a failure of the other database must not lose an hour of work.
    process.stderr.write(
      `${databaseUrl === undefined ? 'embedded' : 'PostgreSQL'}: ${summarize(measured)}\n`,
    );
    return measured;
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true });
  }
}

function summarize({ times, publishing, indexSeconds, megabytes }: Measured): string {
  const searches = [...times].map(([name, measured]) => `${name} ${formatTimes(measured)}`);
  return [
    ...searches,
    `publishing ${formatTimes(publishing)}`,
    `${indexSeconds} s`,
    JSON.stringify(megabytes),
  ].join('; ');
}

async function waitForIndex(url: string): Promise<number> {
  const start = performance.now();
  for (;;) {
    const response = await requestSearch(url, 'x');
    // 503 while indexing occupies the database.
    const { is_incomplete: isIncomplete = true } = (await response.json()) as { is_incomplete?: boolean };
    if (!isIncomplete) return (performance.now() - start) / 1000;
    await sleep(POLL_MS);
  }
}

let network = 0;

async function search(url: string, query: string): Promise<Response> {
  const response = await requestSearch(url, query);
  if (!response.ok) throw new Error(`${query}: ${response.status} ${await response.text()}`);
  return response;
}

function requestSearch(url: string, query: string): Promise<Response> {
  network += 1;
  const address = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`;
  return fetch(`${url}/api/search?${new URLSearchParams({ q: query }).toString()}`, {
    headers: { 'x-forwarded-for': address },
  });
}

async function timeSearches(url: string, corpus: Corpus, rounds: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < WARM_UP + rounds * SEARCHES_PER_ROUND; round += 1)
    for (const [name, queryOf] of Object.entries(SEARCHES)) {
      const start = performance.now();
      await (await search(url, queryOf(corpus, round))).text();
      if (round >= WARM_UP) times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
    }
  return times;
}

async function timePublishing(
  request: Awaited<ReturnType<typeof signInAsAdmin>>,
  { words }: Corpus,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < PUBLICATIONS; round += 1) {
    const text = Array.from({ length: 800 }, (_, at) => words[(at * at * 31 + round * 977) % (1 + at * 40)]);
    const start = performance.now();
    await request('POST', '/api/newsroom/articles', {
      title: `Published in round ${round}`,
      slug: `published-${round}`,
      excerpt: 'An article that is published while the search index has many others.',
      content: `<p>${text.join(' ')}</p>`,
      category_slug: 'sports',
      is_draft: false,
    });
    times.push(performance.now() - start);
  }
  return times;
}

async function readSizes(
  modules: SiteModules,
  location: Parameters<SiteModules['openDatabase']>[0],
): Promise<Record<string, number>> {
  const database = await modules.openDatabase(location);
  try {
    return await database.maintain(async (client) => {
      const { rows } = await client.query<{ name: string; megabytes: number }>(
        `select name, pg_total_relation_size(relation)::float8 / 1e6 as megabytes
         from (values ('articles', 'articles'::regclass), ('the search index', 'article_search'),
           ('of it the inverted index of all words', 'article_search_words'),
           ('the list of words', 'search_words')) as sizes (name, relation)`,
      );
      return Object.fromEntries(rows.map(({ name, megabytes }) => [name, megabytes]));
    });
  } finally {
    await database.close();
  }
}

function formatTimes(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${percentile(times, 0.95).toFixed(1)})`;
}
