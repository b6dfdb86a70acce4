import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Write the report to docs/benchmark.md as well. */
  readonly write: boolean;
  readonly rounds: number;
  /** Length of one measurement under load. */
  readonly seconds: number;
  /** Length of the soak. */
  readonly minutes: number;
  /** Names of the parts to run; all if empty. */
  readonly only: readonly string[];
}

export function readOptions(words: string[]): BenchOptions {
  const { values } = parseArgs({
    args: words,
    options: {
      write: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      minutes: { type: 'string', default: '30' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const { rounds, seconds, minutes } = values;
  return { ...values, rounds: Number(rounds), seconds: Number(seconds), minutes: Number(minutes) };
}
