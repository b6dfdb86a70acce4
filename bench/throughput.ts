import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { headersForNginx, startNginx } from './nginx.ts';
import type { BenchOptions } from './options.ts';
import { articlePath } from './site-server.ts';
import {
  type RunningProcess,
  cpuTime,
  findProgram,
  freePort,
  residentMemory,
  startProcess,
} from './processes.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';
import { type Load, load } from './wrk.ts';

interface Target {
  readonly name: string;
  readonly server: RunningProcess;
  readonly path: string;
  readonly samples: (Load & { readonly cpu: number })[];
}

/** Measures a cached article, compared with the same bytes from nginx and from a bare Node.js server. */
export async function measureThroughput(
  meridian: RunningProcess,
  { rounds, seconds }: BenchOptions,
): Promise<string> {
  const [wrk, nginx] = [findProgram('wrk'), findProgram('nginx')];
  if (wrk === null) return 'Skipped: wrk is not installed (`apt-get install wrk`).';
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const path = await articlePath(meridian);
  const { html, headers } = await fetchArticle(meridian.url + path);
  const file = join(folder, 'article.html');
  writeFileSync(file, html);
  writeFileSync(`${file}.gz`, gzipSync(html, { level: 9 }));
  const targets: Target[] = [
    { name: 'Meridian', server: meridian, path, samples: [] },
    { name: 'bare node:http', server: await startBare(file), path: '/', samples: [] },
  ];
  if (nginx !== null) {
    const server = await startNginx(nginx, folder, [{ path: '/article.html', headers }]);
    targets.push({ name: 'nginx, file', server, path: '/article.html', samples: [] });
  }
  try {
    await measureTargets(targets, wrk, rounds, seconds);
  } finally {
    for (const { server } of targets.slice(1)) await server.stop();
    rmSync(folder, { recursive: true });
  }
  const missing = nginx === null ? '\nnginx is not installed (`apt-get install nginx-light`).\n' : '';
  return `${html.length.toLocaleString('en-US')} bytes of HTML, sent as gzip, 32 connections, ${rounds} rounds of ${seconds} s.
Resident memory of Meridian afterwards: ${Math.round(residentMemory(meridian.pid))} MiB.
${missing}
${formatResults(targets)}`;
}

async function fetchArticle(url: string): Promise<{ html: string; headers: Record<string, string> }> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  return { html: await response.text(), headers: headersForNginx(Object.fromEntries(response.headers)) };
}

async function startBare(file: string): Promise<RunningProcess> {
  const port = await freePort();
  const program = join(import.meta.dirname, 'bare-server.ts');
  return startProcess(process.execPath, [program, file, String(port)], `http://127.0.0.1:${port}`);
}

/**
 * Measures every target in every round, in reverse order every second time, so that temporary slowdowns affect all
 * equally.
 */
async function measureTargets(
  targets: readonly Target[],
  wrk: string,
  rounds: number,
  seconds: number,
): Promise<void> {
  for (const { server, path } of targets) await load(wrk, server.url + path, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, path, samples } of round % 2 === 0 ? targets : targets.toReversed()) {
      const before = cpuTime(server.pid);
      const measured = await load(wrk, server.url + path, seconds);
      samples.push({ ...measured, cpu: (cpuTime(server.pid) - before) / measured.requests });
    }
  }
}

function formatResults(targets: readonly Target[]): string {
  const baseline = targets.find(({ name }) => name.startsWith('nginx')) ?? targets[0];
  const best = median(baseline?.samples.map(({ perSecond }) => perSecond) ?? []);
  return table(
    ['server', 'requests/s', `ratio to ${baseline?.name}`, 'p99 ms', 'CPU µs/request'],
    targets.map(({ name, samples }) => [
      name,
      spread(samples.map(({ perSecond }) => perSecond)),
      (median(samples.map(({ perSecond }) => perSecond)) / best).toFixed(2),
      spread(
        samples.map(({ p99 }) => p99),
        2,
      ),
      spread(
        samples.map(({ cpu }) => cpu),
        1,
      ),
    ]),
  );
}
