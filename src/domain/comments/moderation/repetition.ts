import type { LookUp } from './known.server.ts';
import type { Phase } from './phase.ts';

/** What was said before, by whomever. */
export const repetition =
  (known: LookUp): Phase =>
  async (attempt) =>
    (await known(attempt)).isRepeated ? { hold: 'repetition' } : null;
