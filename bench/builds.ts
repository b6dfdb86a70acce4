import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBrowserHeaders } from './browser-headers.ts';
import { measure, type Sample } from './browser-requests.ts';
import type { BenchOptions } from './options.ts';
import { findProgram } from './processes.ts';
import { articlePath, startSite } from './site-server.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';

/**
 * Measures stored responses of this build and of another one, both running, in turn for each kind of request. For a
 * change whose cost is smaller than the difference between two runs.
 *
 * @param baseline the folder of a built working copy, from `--baseline`
 */
export async function measureBuilds({ baseline, rounds, seconds }: BenchOptions): Promise<string> {
  const wrk = findProgram('wrk');
  if (wrk === null || baseline === '')
    return 'Skipped: needs wrk, and `--baseline` with the folder of another build.';
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const before = await startSite(join(folder, 'before'), {}, { root: baseline });
  const after = await startSite(join(folder, 'after'));
  const path = await articlePath(after);
  const scenarios = scenariosFor(path);
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const { samples, ...scenario } of scenarios) {
        const turns = [
          { server: before, of: samples.before },
          { server: after, of: samples.after },
        ];
        for (const { server, of } of round % 2 === 0 ? turns : turns.toReversed())
          of.push(await measure(server, scenario, { wrk, folder, seconds }));
      }
    }
  } finally {
    await Promise.all([before.stop(), after.stop()]);
    rmSync(folder, { recursive: true });
  }
  const rows = scenarios.map(({ name, samples }) => [
    name,
    ...[samples.before, samples.after].map((of) => spread(of.map(({ perSecond }) => perSecond))),
    medianRatio(samples.after, samples.before),
    (leastCpu(samples.after) / leastCpu(samples.before)).toFixed(3),
  ]);
  return `A stored article, 32 connections, ${rounds} rounds of ${seconds} s, both builds in turn for each line. The ratio of
requests is the median of the rounds, that of CPU time per request compares the least disturbed rounds.

${table(['request', 'before, requests/s', 'after, requests/s', 'requests, ratio', 'CPU time, ratio'], rows)}`;
}

const fieldsOf = (request: string): readonly string[] =>
  readBrowserHeaders().find((block) => block.request === request)?.fields ?? [];

function scenariosFor(path: string) {
  const navigation = fieldsOf('navigation');
  const scenarios = [
    { name: 'two fields', fields: ['Host: {host}', 'Accept-Encoding: gzip'] },
    { name: 'Chromium: navigation', fields: navigation },
    { name: 'Chromium: reload, 304', fields: fieldsOf('reload') },
    {
      name: 'Chromium: navigation, another referrer each time',
      fields: [...navigation, 'Referer: https://news.example/{number}'],
    },
    {
      name: 'Chromium: navigation, Connection: close',
      fields: navigation.map((field) => field.replace(/^Connection: .*/, 'Connection: close')),
    },
  ];
  return scenarios.map((scenario) => ({
    ...scenario,
    path,
    samples: { before: [] as Sample[], after: [] as Sample[] },
  }));
}

/** Other programs on the machine only add to the time of a request. */
const leastCpu = (samples: readonly Sample[]): number => Math.min(...samples.map(({ cpu }) => cpu));

const medianRatio = (after: readonly Sample[], before: readonly Sample[]): string =>
  median(after.map(({ perSecond }, round) => perSecond / (before[round]?.perSecond ?? Number.NaN))).toFixed(
    3,
  );
