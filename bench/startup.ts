import { setTimeout as delay } from 'node:timers/promises';
import { startOurs } from './our-server.ts';
import { residentMemory } from './processes.ts';
import { spread } from './statistics.ts';
import { table } from './table.ts';

/** From starting the process to the first good answer of `/readyz`, with a data folder that is filled already. */
export async function startup(dataDir: string, rounds: number): Promise<string> {
  const times: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const server = await startOurs(dataDir);
    times.push(performance.now() - began);
    await delay(1_000);
    memory.push(residentMemory(server.pid));
    await server.stop();
  }
  return table(
    ['start to ready, ms', 'resident memory a second later, MiB'],
    [[spread(times), spread(memory)]],
  );
}
