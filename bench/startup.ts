import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { limitMemory } from '../test/memory-limit.ts';
import { startSite } from './site-server.ts';
import { peakMemory, residentMemory } from './processes.ts';
import { spread } from './statistics.ts';
import { table } from './table.ts';

/** The minimum memory that the README states. */
const LIMIT_MB = 512;
/** Time for V8 to finish optimizing hot functions in the background. */
const SETTLED_MS = 5_000;

/**
 * Measures from starting the process to the first successful response of `/readyz`: with an existing data folder, and
 * with an empty one, in which the site creates a database and the sample articles.
 */
export async function measureStartup(dataDir: string, rounds: number): Promise<string> {
  const limit = limitMemory(LIMIT_MB);
  try {
    const wrapperCommand = limit?.command ?? [];
    const rows = [
      [
        'with an existing data folder',
        ...(await measure(rounds, wrapperCommand, () => Promise.resolve(dataDir))),
      ],
      ['first start, empty data folder', ...(await measure(rounds, wrapperCommand, emptyFolder))],
    ];
    const where = limit ? `in a memory cgroup of ${LIMIT_MB} MB without swap` : 'without a memory limit';
    return `Started ${where}.\n\n${table(['start', 'to ready, ms', 'peak, MiB', 'five seconds later, MiB'], rows)}`;
  } finally {
    await limit?.remove();
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
    const start = performance.now();
    const server = await startSite(dataDir, {}, { wrapperCommand: under });
    times.push(performance.now() - start);
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
