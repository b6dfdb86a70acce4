import type { Phase } from './phase.ts';

/** Comments stand at the end of an article; nobody gets there and has written one any sooner. */
const SOONEST_MS = 3_000;

/**
 * Pages are kept and the same for everybody, so nothing in one can say when it was opened: only its script can, and a
 * form without script is not held against anybody. A program that says what it likes passes; one that drives a browser
 * through forms, which is the common kind, does not.
 */
export const haste: Phase = ({ openForMs }) =>
  openForMs !== null && openForMs < SOONEST_MS ? { hold: 'haste' } : null;
