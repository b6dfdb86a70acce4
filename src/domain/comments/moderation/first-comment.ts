import type { LookUp } from './known.server.ts';
import type { Phase } from './phase.ts';

/** Nothing of this address has been published yet. */
export const firstComment =
  (known: LookUp): Phase =>
  async (attempt) =>
    (await known(attempt)).isKnownWriter ? null : { hold: 'first_comment' };
