import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atRate } from './at-rate.ts';
import { articlePath, startOurs } from './our-server.ts';
import type { RunningProcess } from './processes.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const COMMENTS_PER_SECOND = 100;
const READS_PER_SECOND = 100;

interface Reading {
  readonly times: number[];
  /** Versions of the page that were seen. */
  readonly versions: Set<string>;
}

interface Posting {
  readonly times: number[];
  readonly refused: number;
  /** From the first comment that was sent to the last answer. */
  readonly seconds: number;
}

/** A hundred comments a second on one article, and what its readers notice of it. */
export async function discussion(seconds: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  // Each comment comes from a network of its own, or the limits of one network would be what is measured.
  const server = await startOurs(dataDir, { TRUST_PROXY: '1' });
  try {
    const path = await articlePath(server);
    const before = await total(server, path);
    await readFor(1, server.url + path);
    const quiet = await readFor(seconds, server.url + path);
    const [during, posting] = await Promise.all([
      readFor(seconds, server.url + path),
      postFor(seconds, server, path),
    ]);
    const added = (await total(server, path)) - before;
    const rate = posting.times.length / posting.seconds;
    return `${COMMENTS_PER_SECOND} comments a second for ${seconds} s, each by somebody else, and ${READS_PER_SECOND} readers a second of the same article.
${posting.times.length} were answered at ${rate.toFixed(0)} a second, ${posting.refused} refused; ${added} are on the page.
The page was made ${during.versions.size} times meanwhile, as far as its readers saw.

${table(
  ['', 'median, ms', '95th percentile, ms', '99th percentile, ms'],
  [
    ['a comment', ...inMilliseconds(posting.times)],
    ['a reader, nobody comments', ...inMilliseconds(quiet.times)],
    ['a reader meanwhile', ...inMilliseconds(during.times)],
  ],
)}`;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

async function readFor(seconds: number, url: string): Promise<Reading> {
  const reading: Reading = { times: [], versions: new Set() };
  await atRate(READS_PER_SECOND, seconds, async () => {
    const began = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`a reader got ${response.status}`);
    reading.times.push(performance.now() - began);
    reading.versions.add(response.headers.get('etag') ?? '');
  });
  return reading;
}

async function postFor(seconds: number, { url }: RunningProcess, path: string): Promise<Posting> {
  const times: number[] = [];
  let refused = 0;
  const start = performance.now();
  await atRate(COMMENTS_PER_SECOND, seconds, async (number) => {
    const began = performance.now();
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
    if (response.status === 201) times.push(performance.now() - began);
    else refused += 1;
  });
  return { times, refused, seconds: (performance.now() - start) / 1000 };
}

/** As the page itself counts them, once it has settled. */
async function total({ url }: RunningProcess, path: string): Promise<number> {
  await delay(500);
  const answer = await fetch(`${url}/api${path.replace('/article/', '/articles/')}`);
  const { comment_count: count } = (await answer.json()) as { comment_count: number };
  return count;
}

function inMilliseconds(times: readonly number[]): string[] {
  return [median(times), percentile(times, 0.95), percentile(times, 0.99)].map((time) => time.toFixed(1));
}
