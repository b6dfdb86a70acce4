import { setTimeout as delay } from 'node:timers/promises';
import { runAtRate } from './at-rate.ts';
import type { SiteModules } from './build-site-modules.ts';
import { startNewsroom } from './newsroom-site.ts';
import { residentMemory } from './processes.ts';
import { type Traffic, createTraffic } from './soak-traffic.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const ARTICLES = 500;
const SAMPLE_MS = 5_000;
/** Memory is flat when its median in the last minutes exceeds the median after the warm-up by at most this share. */
const TOLERANCE = 0.1;

interface Sample {
  /** Minutes since the start. */
  readonly at: number;
  /** MiB. */
  readonly memory: number;
}

interface Measured {
  readonly traffic: Traffic;
  /** Response times of expected responses, in milliseconds. */
  readonly times: number[];
  /** The number of responses with each other status; status 0 for a failed request. */
  readonly unexpected: Map<number, number>;
}

/** Runs all traffic for `minutes` and reports whether the memory of the process grows and whether anything fails. */
export async function runSoakTest(modules: SiteModules, minutes: number): Promise<string> {
  const site = await startNewsroom(modules, ARTICLES, { TRUST_PROXY: '1' });
  try {
    const all = await createTraffic(site, Math.min(3, minutes / 4));
    const measured = all.map((traffic): Measured => ({ traffic, times: [], unexpected: new Map() }));
    const ended = new AbortController();
    const sampling = sampleMemory(site.pid, ended.signal);
    try {
      await Promise.all(measured.map((one) => measure(one, minutes * 60)));
    } finally {
      ended.abort();
    }
    return report(minutes, measured, await sampling);
  } finally {
    await site.stop();
  }
}

async function measure({ traffic, times, unexpected }: Measured, seconds: number): Promise<void> {
  await runAtRate(traffic.perSecond, seconds, async (number) => {
    const start = performance.now();
    const status = await traffic.send(number).catch(() => 0);
    if (status === traffic.expected) times.push(performance.now() - start);
    else unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
  });
}

async function sampleMemory(pid: number, ended: AbortSignal): Promise<Sample[]> {
  const start = performance.now();
  const samples: Sample[] = [];
  while (!ended.aborted) {
    samples.push({ at: (performance.now() - start) / 60_000, memory: residentMemory(pid) });
    await delay(SAMPLE_MS, undefined, { signal: ended }).catch(() => undefined);
  }
  return samples;
}

function report(minutes: number, measured: readonly Measured[], samples: readonly Sample[]): string {
  // Five of thirty minutes. A short run has a short warm-up, so its result is less reliable.
  const warmUp = minutes / 6;
  const between = (from: number, to: number) =>
    median(samples.filter(({ at }) => at >= from && at < to).map(({ memory }) => memory));
  const [early, late] = [between(warmUp, warmUp * 2), between(minutes - warmUp, Infinity)];
  const growth = late / early - 1;
  const peak = Math.max(...samples.map(({ memory }) => memory));
  const failures = measured.reduce((sum, { unexpected }) => sum + countFailures(unexpected), 0);
  return `${minutes} minutes of readers, unknown paths, comments from different networks, saves and uploads of one editor, and
backups, all in parallel, on the embedded database with ${ARTICLES} articles.

Resident memory of the process, median of ${warmUp.toFixed(1)} minutes: ${early.toFixed(0)} MiB after the first ${warmUp.toFixed(1)} minutes, ${late.toFixed(0)} MiB at the end
(${(growth * 100).toFixed(1)} %; ${growth <= TOLERANCE ? 'flat' : 'NOT FLAT'}, which allows ${TOLERANCE * 100} %). Peak: ${peak.toFixed(0)} MiB.
Responses with status 500 and above, lost connections and failed backups: ${failures}.

${table(
  ['', 'expected responses', 'median, ms', '99th percentile, ms', 'other responses'],
  measured.map(({ traffic, times, unexpected }) => [
    traffic.name,
    times.length.toLocaleString('en-US'),
    median(times).toFixed(1),
    percentile(times, 0.99).toFixed(1),
    [...unexpected].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
  ]),
)}`;
}

/** Counts failures. The status of a backup is its exit code, and every code except 0 is a failure. */
function countFailures(unexpected: ReadonlyMap<number, number>): number {
  return [...unexpected].reduce(
    (sum, [status, count]) => sum + (status < 200 || status >= 500 ? count : 0),
    0,
  );
}
