import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, startPostgres } from '../test/postgres.ts';
import { runAtRate } from './at-rate.ts';
import { articlePath, startSite } from './site-server.ts';
import type { RunningProcess } from './processes.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const COMMENTS_PER_SECOND = 300;
const READS_PER_SECOND = 100;

interface ReadResult {
  readonly times: number[];
  /** Entity tags of the versions of the page that readers received. */
  readonly versions: Set<string>;
}

interface PostResult {
  readonly times: number[];
  readonly refused: number;
  /** From sending the first comment to the last response. */
  readonly seconds: number;
}

/**
 * Posts comments on one article and measures how this affects readers of the article, on both kinds of databases.
 *
 * @param baseline the folder of another built working copy, from `--baseline`; empty for none
 */
export async function measureCommentLoad(seconds: number, baseline: string): Promise<string> {
  const postgres = await startPostgres({ isDurable: true });
  const builds = [
    ...(baseline === '' ? [] : [{ name: 'before, ', root: baseline }]),
    { name: '', root: undefined },
  ];
  try {
    const rows = [];
    for (const { name, root } of builds) {
      rows.push([`${name}embedded`, ...(await measure(seconds, root, {}))]);
      const env = { DATABASE_URL: await createTestDatabase(postgres.url) };
      rows.push([`${name}PostgreSQL`, ...(await measure(seconds, root, env))]);
    }
    return `${COMMENTS_PER_SECOND} comments a second for ${seconds} s on one article, each by a different reader, and ${READS_PER_SECOND} requests a second for its page.
Times are median and 95th percentile.

${table(
  [
    'database',
    'accepted a second',
    'refused',
    'posting, ms',
    'reading before, ms',
    'reading meanwhile, ms',
    'versions of the page',
  ],
  rows,
)}`;
  } finally {
    await postgres.stop();
  }
}

async function measure(
  seconds: number,
  root: string | undefined,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  // Each comment comes from a different network. Otherwise the rate limit of one network would be measured.
  const server = await startSite(dataDir, { TRUST_PROXY: '1', ...env }, root === undefined ? {} : { root });
  try {
    const path = await articlePath(server);
    const before = await countComments(server, path);
    await readFor(1, server.url + path);
    const quiet = await readFor(seconds, server.url + path);
    const [during, posting] = await Promise.all([
      readFor(seconds, server.url + path),
      postFor(seconds, server, path),
    ]);
    const added = (await countComments(server, path)) - before;
    if (added !== posting.times.length)
      throw new Error(`${posting.times.length} comments were accepted and ${added} are on the page`);
    return [
      (added / posting.seconds).toFixed(0),
      String(posting.refused),
      formatTimes(posting.times),
      formatTimes(quiet.times),
      formatTimes(during.times),
      String(during.versions.size),
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

async function readFor(seconds: number, url: string): Promise<ReadResult> {
  const reading: ReadResult = { times: [], versions: new Set() };
  await runAtRate(READS_PER_SECOND, seconds, async () => {
    const start = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`a reader got ${response.status}`);
    reading.times.push(performance.now() - start);
    reading.versions.add(response.headers.get('etag') ?? '');
  });
  return reading;
}

async function postFor(seconds: number, { url }: RunningProcess, path: string): Promise<PostResult> {
  const times: number[] = [];
  let refused = 0;
  const start = performance.now();
  await runAtRate(COMMENTS_PER_SECOND, seconds, async (number) => {
    const sentAt = performance.now();
    const response = await fetch(`${url}/api${path.replace('/article/', '/articles/')}/comments`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.${Math.floor(number / 250)}.${number % 250}`,
      },
      body: JSON.stringify({
        user_email: `reader-${number}@example.com`,
        comment_text: `This is what reader number ${number} has to say about it.`,
      }),
    });
    await response.arrayBuffer();
    if (response.status === 201) times.push(performance.now() - sentAt);
    else refused += 1;
  });
  return { times, refused, seconds: (performance.now() - start) / 1000 };
}

/** The comment count of the article, after the page has been re-rendered. */
async function countComments({ url }: RunningProcess, path: string): Promise<number> {
  await delay(500);
  const response = await fetch(`${url}/api${path.replace('/article/', '/articles/')}`);
  const { comment_count: count } = (await response.json()) as { comment_count: number };
  return count;
}

const formatTimes = (times: readonly number[]): string =>
  [median(times), percentile(times, 0.95)].map((time) => time.toFixed(1)).join(' / ');
