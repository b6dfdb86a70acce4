import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { limitMemory } from '../test/memory-limit.ts';
import { startOurs } from './our-server.ts';
import { peakMemory, residentMemory } from './processes.ts';
import { spread } from './statistics.ts';
import { table } from './table.ts';

/** What the README states as the least. */
const LIMIT_MB = 512;
/** V8 optimizes what was called often, in the background. */
const SETTLED_MS = 5_000;

/**
 * From starting the process to the first good answer of `/readyz`: with a data folder that is filled already, and with
 * an empty one, which gets a database and the sample articles.
 */
export async function startup(dataDir: string, rounds: number): Promise<string> {
  const limit = limitMemory(LIMIT_MB);
  try {
    const under = limit?.command ?? [];
    const rows = [
      ['on an existing data folder', ...(await measure(rounds, under, () => Promise.resolve(dataDir)))],
      ['the first one', ...(await measure(rounds, under, emptyFolder))],
    ];
    const where = limit ? `in a memory cgroup of ${LIMIT_MB} MB without swap` : 'without a limit of memory';
    return `Started ${where}.\n\n${table(['start', 'to ready, ms', 'peak, MiB', 'five seconds later, MiB'], rows)}`;
  } finally {
    limit?.remove();
  }
}

async function measure(
  rounds: number,
  under: readonly string[],
  folder: () => Promise<string>,
): Promise<string[]> {
  const [times, peaks, idle]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await folder();
    const began = performance.now();
    const server = await startOurs(dataDir, {}, under);
    times.push(performance.now() - began);
    await delay(SETTLED_MS);
    peaks.push(peakMemory(server.pid));
    idle.push(residentMemory(server.pid));
    await server.stop();
    if (dataDir.startsWith(EMPTY)) rmSync(dataDir, { recursive: true });
  }
  return [spread(times), spread(peaks), spread(idle)];
}

const EMPTY = join(tmpdir(), 'bench-empty-');
const emptyFolder = () => Promise.resolve(mkdtempSync(EMPTY));
