import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { peakMemory, residentMemory, resetPeakMemory, type RunningProcess } from './processes.ts';
import { startSite } from './site-server.ts';
import { table } from './table.ts';

const CONNECTIONS = 3;
const REQUESTS = 1_400;
const WATCH_MS = 8_000;
const CHECK_INTERVAL_MS = 20;

/** `isWarm`: the response is stored before the measurement begins. */
const SCENARIOS = [
  { path: '/api/', isWarm: false },
  { path: '/api?x=1', isWarm: true },
  { path: '/api', isWarm: false },
  { path: '/api/openapi.json', isWarm: false },
  { path: '/articles', isWarm: true },
] as const;

/**
 * Sends many requests at once on a few connections and reads no response: how much memory the site needs, and how long a health
 * check takes meanwhile.
 *
 * @param baseline the folder of another built working copy, from `--baseline`; empty for none
 */
export async function measurePipelining(baseline: string): Promise<string> {
  const builds = baseline === '' ? [undefined] : [baseline, undefined];
  const rows = [];
  for (const { path, isWarm } of SCENARIOS) {
    const cells = [];
    for (const root of builds) cells.push(...(await measure(path, isWarm, root)));
    rows.push([`${path}, ${isWarm ? 'stored' : 'not stored'}`, ...cells]);
  }
  const names = ['memory, MiB more', 'health check, longest, ms'];
  const columns = baseline === '' ? names : [...names.map((name) => `before: ${name}`), ...names];
  return `${CONNECTIONS} connections send ${REQUESTS.toLocaleString('en-US')} requests each and read nothing for ${WATCH_MS / 1000} s.

${table(['request', ...columns], rows)}`;
}

async function measure(path: string, isWarm: boolean, root: string | undefined): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const server = await startSite(dataDir, {}, root === undefined ? {} : { root });
  const sockets: Socket[] = [];
  try {
    if (isWarm) await (await fetch(server.url + path)).arrayBuffer();
    await delay(2_000);
    const before = residentMemory(server.pid);
    resetPeakMemory(server.pid);
    for (let count = 0; count < CONNECTIONS; count += 1) sockets.push(flood(server, path));
    const longest = await longestHealthCheck(server);
    return [(peakMemory(server.pid) - before).toFixed(0), longest.toFixed(0)];
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

function flood({ url }: RunningProcess, path: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(REQUESTS));
  return socket;
}

/** In milliseconds. */
async function longestHealthCheck({ url }: RunningProcess): Promise<number> {
  let longest = 0;
  const end = performance.now() + WATCH_MS;
  while (performance.now() < end) {
    const start = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - start);
    await delay(CHECK_INTERVAL_MS);
  }
  return longest;
}
