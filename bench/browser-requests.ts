import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { type BrowserHeaders, readBrowserHeaders } from './browser-headers.ts';
import { type ServedFile, headersForNginx, startNginx } from './nginx.ts';
import type { BenchOptions } from './options.ts';
import { articlePath } from './site-server.ts';
import { type RunningProcess, cpuTime, findProgram } from './processes.ts';
import { median, spread } from './statistics.ts';
import { table } from './table.ts';
import { type Load, load } from './wrk.ts';

/** One kind of request. Both servers receive the same bytes except for host and entity tag. */
interface Scenario {
  readonly name: string;
  readonly path: string;
  readonly fields: readonly string[];
  readonly meridian: Sample[];
  readonly nginx: Sample[];
}
export type Sample = Load & { readonly cpu: number };

const ACCEPT = { 'accept-encoding': 'gzip, deflate, br' };

/**
 * Measures stored responses to requests with the headers of real browsers, compared with nginx sending the same bytes
 * from files.
 */
export async function measureBrowserRequests(
  meridian: RunningProcess,
  { rounds, seconds }: BenchOptions,
): Promise<string> {
  const [wrk, nginx] = [findProgram('wrk'), findProgram('nginx')];
  if (wrk === null || nginx === null) return 'Skipped: wrk and nginx must be installed.';
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const article = await articlePath(meridian);
  const page = await servedFile(meridian, article);
  const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(brotliDecompressSync(page.body).toString())?.[1] ?? '';
  const server = await startNginx(nginx, folder, [page, await servedFile(meridian, sheet)]);
  const scenarios = scenariosFor(readBrowserHeaders(), article, sheet);
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const scenario of scenarios) {
        const turns = [
          { server: meridian, samples: scenario.meridian },
          { server, samples: scenario.nginx },
        ];
        for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
          turn.samples.push(await measure(turn.server, scenario, { wrk, folder, seconds }));
        }
      }
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
  return report(scenarios, page.body.byteLength, { rounds, seconds });
}

/** Fetches a stored response in the content coding that browsers get, as a file for nginx. */
async function servedFile(
  meridian: RunningProcess,
  path: string,
): Promise<ServedFile & { readonly body: Buffer }> {
  await exchange(meridian.url + path);
  // The server compresses with brotli shortly after the first response.
  await delay(500);
  const { headers, body } = await exchange(meridian.url + path);
  if (headers['content-encoding'] !== 'br') throw new Error(`${path} is not sent as brotli`);
  return { path, body, headers: { ...headersForNginx(headers), 'content-encoding': 'br' } };
}

async function exchange(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: ACCEPT, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          headers: Object.fromEntries(headers) as Record<string, string>,
          body: Buffer.concat(chunks),
        });
      });
    });
    sent.on('error', reject).end();
  });
}

function scenariosFor(blocks: readonly BrowserHeaders[], page: string, sheet: string): Scenario[] {
  const paths = new Map([
    ['navigation', page],
    ['reload', page],
    ['style sheet', sheet],
  ]);
  const measured = blocks.filter(({ request: kind }) => paths.has(kind));
  const scenarios = measured.map(({ browser, request: kind, fields }) => ({
    name: `${browser}: ${kind}${fields.some((field) => field.startsWith('If-None-Match')) ? ', 304' : ''}`,
    path: paths.get(kind) ?? '',
    fields,
  }));
  const plain = ['Host: {host}', 'Accept-Encoding: gzip, deflate, br'];
  const navigation = blocks.find(({ request: kind }) => kind === 'navigation');
  scenarios.push(
    { name: 'three fields, 304', path: page, fields: [...plain, 'If-None-Match: {etag}'] },
    {
      name: `${navigation?.browser}: navigation, Connection: close`,
      path: page,
      fields: (navigation?.fields ?? []).map((field) =>
        field.replace(/^Connection: .*/, 'Connection: close'),
      ),
    },
  );
  return scenarios.map((scenario) => ({ ...scenario, meridian: [], nginx: [] }));
}

/** Sends one kind of request for some seconds. `{number}` in a field is another number in each request. */
export async function measure(
  { url, pid }: RunningProcess,
  { path, fields }: Pick<Scenario, 'path' | 'fields'>,
  { wrk, folder, seconds }: { readonly wrk: string; readonly folder: string; readonly seconds: number },
): Promise<Sample> {
  const { headers } = await exchange(url + path);
  const head = [`GET ${path} HTTP/1.1`, ...fields, '', ''].join('\r\n');
  const message = head.replaceAll('{host}', new URL(url).host).replace('{etag}', headers['etag'] ?? '');
  const script = join(folder, 'request.lua');
  // For printable ASCII a JSON string is also a Lua string.
  const text = JSON.stringify(message);
  const numbered = `local number = 0
request = function() number = number + 1; return (string.gsub(${text}, "{number}", number)) end\n`;
  // wrk calls `format` once and `request` for each request.
  const constant = `wrk.format = function() return ${text} end\n`;
  writeFileSync(script, message.includes('{number}') ? numbered : constant);
  const before = cpuTime(pid);
  const measured = await load(wrk, url + path, seconds, ['-s', script]);
  return { ...measured, cpu: (cpuTime(pid) - before) / measured.requests };
}

function report(
  scenarios: readonly Scenario[],
  bytes: number,
  { rounds, seconds }: Pick<BenchOptions, 'rounds' | 'seconds'>,
): string {
  const rows = scenarios.map(({ name, meridian, nginx }) => [
    name,
    ...[meridian, nginx].map((samples) => spread(samples.map(({ perSecond }) => perSecond))),
    spread(
      meridian.map(({ perSecond }, round) => perSecond / (nginx[round]?.perSecond ?? Number.NaN)),
      2,
    ),
    [meridian, nginx].map((samples) => median(samples.map(({ cpu }) => cpu)).toFixed(1)).join(' / '),
  ]);
  return `The header blocks of \`bench/browser-headers.json\`, sent unchanged to the article (${bytes.toLocaleString('en-US')} bytes as
brotli) and its style sheet; nginx sends the same bytes with the same header fields from files. 32 connections, ${rounds}
rounds of ${seconds} s, both servers in turn for each line. Those of Chromium and Firefox are recorded from the browsers,
those of Safari follow public documentation.

${table(['request', 'Meridian, requests/s', 'nginx, requests/s', 'ratio', 'CPU µs/request'], rows)}`;
}
