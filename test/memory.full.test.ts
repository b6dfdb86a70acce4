import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { isBuilt } from '../scripts/build-state.ts';
import { limitMemory } from './memory-limit.ts';
import { startServer } from './server.ts';

const LIMIT_MB = 512;
/** Without the return of freed memory it is about 315. */
const RESIDENT_MB = 280;
const dataDir = mkdtempSync(join(tmpdir(), 'meridian-memory-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Resident memory in megabytes: the peak (`VmHWM`), or now (`VmRSS`). */
function memoryOf(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777;

// `npm test` builds first. Only Linux reports the peak.
test.skipIf(!isBuilt() || process.platform !== 'linux').each([
  ['first start, with the sample articles', 380],
  ['start on an existing data folder', 340],
])('a %s stays below the stated minimum of 512 MB', async (_, peakMb) => {
  const limit = limitMemory(LIMIT_MB);
  const server = await startServer({
    dataDir,
    optimized: true,
    ...(limit && { commandPrefix: limit.command }),
  });
  try {
    for (const path of ['/', '/articles', '/sports', '/login'])
      expect((await fetch(server.url + path)).status).toBe(200);
    // By then V8 has finished optimizing in the background, on an idle machine.
    await delay(5_000);
    await expect
      .poll(() => memoryOf(server.pid, 'VmRSS'), { interval: 500, timeout: 30_000 })
      .toBeLessThan(RESIDENT_MB);
    expect(memoryOf(server.pid, 'VmHWM')).toBeLessThan(peakMb);
    expect(modeOf('database')).toBe(0o700);
    expect(modeOf('database/PG_VERSION')).toBe(0o600);
  } finally {
    await server.stop();
    await limit?.remove();
  }
});
