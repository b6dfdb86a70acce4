/**
 * Numbers for the names, addresses and dates of test data. They start at 1 in every test file, although the files of a
 * worker share their modules: `test/fresh-sequences.ts` calls `resetSequences`.
 */
const sequences: { last: number }[] = [];

/** Returns a function that returns 1, 2, 3 … */
export function createSequence(): () => number {
  const sequence = { last: 0 };
  sequences.push(sequence);
  return () => ++sequence.last;
}

export function resetSequences(): void {
  for (const sequence of sequences) sequence.last = 0;
}
