import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Also write the report to docs/benchmark.md. */
  readonly write: boolean;
  readonly rounds: number;
  /** Duration of one measurement under load. */
  readonly seconds: number;
  /** Duration of the soak test. */
  readonly minutes: number;
  /** Names of the sections to run; all if empty. */
  readonly only: readonly string[];
  /** The folder of a built working copy to compare with; empty for none. */
  readonly baseline: string;
}

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      write: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      minutes: { type: 'string', default: '30' },
      baseline: { type: 'string', default: '' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const { rounds, seconds, minutes } = values;
  return { ...values, rounds: Number(rounds), seconds: Number(seconds), minutes: Number(minutes) };
}
