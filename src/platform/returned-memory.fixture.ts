import { getHeapSpaceStatistics } from 'node:v8';
import { returnFreedMemory } from './returned-memory.ts';

/*
 * Prints the options of V8, and the largest size in bytes of its space for new objects, of a program that creates objects which
 * survive for a moment, like those of a request.
 */
returnFreedMemory();

const recent: object[] = [];
let newSpaceBytes = 0;
for (let round = 0; round < 4_000_000; round += 1) {
  recent[round % 200_000] = { round, next: [round] };
  if (round % 100_000 > 0) continue;
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  newSpaceBytes = Math.max(newSpaceBytes, space?.space_size ?? 0);
}
process.stdout.write(JSON.stringify({ options: process.execArgv, newSpaceBytes }));
