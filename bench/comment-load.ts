import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runAtRate } from './at-rate.ts';
import { articlePath, startSite } from './site-server.ts';
import type { RunningProcess } from './processes.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const COMMENTS_PER_SECOND = 100;
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

/** Posts a hundred comments a second on one article and measures how this affects readers of the article. */
export async function measureCommentLoad(seconds: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  // Each comment comes from a different network. Otherwise the rate limit of one network would be measured.
  const server = await startSite(dataDir, { TRUST_PROXY: '1' });
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
    const rate = posting.times.length / posting.seconds;
    return `${COMMENTS_PER_SECOND} comments a second for ${seconds} s, each by a different reader, and ${READS_PER_SECOND} requests a second for the same article.
${posting.times.length} were accepted at ${rate.toFixed(0)} a second, ${posting.refused} refused; the article has ${added} more comments.
Readers received ${during.versions.size} versions of the page during this time.

${table(
  ['', 'median, ms', '95th percentile, ms', '99th percentile, ms'],
  [
    ['posting a comment', ...formatPercentiles(posting.times)],
    ['reading, without comments', ...formatPercentiles(quiet.times)],
    ['reading, during comments', ...formatPercentiles(during.times)],
  ],
)}`;
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

function formatPercentiles(times: readonly number[]): string[] {
  return [median(times), percentile(times, 0.95), percentile(times, 0.99)].map((time) => time.toFixed(1));
}
