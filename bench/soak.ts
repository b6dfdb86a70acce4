import { setTimeout as delay } from 'node:timers/promises';
import { atRate } from './at-rate.ts';
import type { Subject } from './build-subject.ts';
import { startNewsroom } from './newsroom-site.ts';
import { residentMemory } from './processes.ts';
import { type Traffic, soakTraffic } from './soak-traffic.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

const ARTICLES = 500;
const SAMPLE_MS = 5_000;
/** The memory is flat when its median in the last minutes is at most this share above that after the warm-up. */
const TOLERANCE = 0.1;

interface Sample {
  /** Minutes since the beginning. */
  readonly at: number;
  /** MiB. */
  readonly memory: number;
}

interface Measured {
  readonly traffic: Traffic;
  /** Milliseconds of the answers that were right. */
  readonly times: number[];
  /** How often each other status came; 0 for no answer at all. */
  readonly wrong: Map<number, number>;
}

/** Everything at once for so many minutes: does the memory of the process grow, and does anything fail? */
export async function soak(subject: Subject, minutes: number): Promise<string> {
  const site = await startNewsroom(subject, ARTICLES, { TRUST_PROXY: '1' });
  try {
    const all = await soakTraffic(site, Math.min(3, minutes / 4));
    const measured = all.map((traffic): Measured => ({ traffic, times: [], wrong: new Map() }));
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

async function measure({ traffic, times, wrong }: Measured, seconds: number): Promise<void> {
  await atRate(traffic.perSecond, seconds, async (number) => {
    const began = performance.now();
    const status = await traffic.send(number).catch(() => 0);
    if (status === traffic.expected) times.push(performance.now() - began);
    else wrong.set(status, (wrong.get(status) ?? 0) + 1);
  });
}

async function sampleMemory(pid: number, ended: AbortSignal): Promise<Sample[]> {
  const began = performance.now();
  const samples: Sample[] = [];
  while (!ended.aborted) {
    samples.push({ at: (performance.now() - began) / 60_000, memory: residentMemory(pid) });
    await delay(SAMPLE_MS, undefined, { signal: ended }).catch(() => undefined);
  }
  return samples;
}

function report(minutes: number, measured: readonly Measured[], samples: readonly Sample[]): string {
  // Five minutes of thirty; a short run has a short warm-up, and says less.
  const warmUp = minutes / 6;
  const between = (from: number, to: number) =>
    median(samples.filter(({ at }) => at >= from && at < to).map(({ memory }) => memory));
  const [early, late] = [between(warmUp, warmUp * 2), between(minutes - warmUp, Infinity)];
  const growth = late / early - 1;
  const most = Math.max(...samples.map(({ memory }) => memory));
  const failures = measured.reduce((sum, { wrong }) => sum + failed(wrong), 0);
  return `${minutes} minutes of readers, unknown addresses, comments from a network each, saves and uploads of one editor, and
backups, all at once, on the embedded database with ${ARTICLES} articles.

Resident memory of the process, median of ${warmUp.toFixed(1)} minutes: ${early.toFixed(0)} MiB after the first ${warmUp.toFixed(1)} minutes, ${late.toFixed(0)} MiB at the end
(${(growth * 100).toFixed(1)} %; ${growth <= TOLERANCE ? 'flat' : 'NOT FLAT'}, which allows ${TOLERANCE * 100} %). Most at any moment: ${most.toFixed(0)} MiB.
Answers of 500 and above, connections lost and failed backups: ${failures}.

${table(
  ['', 'right answers', 'median, ms', '99th percentile, ms', 'other answers'],
  measured.map(({ traffic, times, wrong }) => [
    traffic.name,
    times.length.toLocaleString('en-US'),
    median(times).toFixed(1),
    percentile(times, 0.99).toFixed(1),
    [...wrong].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
  ]),
)}`;
}

/** A backup has exit codes instead of statuses: all but 0 are failures. */
function failed(wrong: ReadonlyMap<number, number>): number {
  return [...wrong].reduce((sum, [status, count]) => sum + (status < 200 || status >= 500 ? count : 0), 0);
}
