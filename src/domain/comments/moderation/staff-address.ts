import type { LookUp } from './known.server.ts';
import type { Phase } from './phase.ts';

/**
 * Anybody can type the address of somebody in the newsroom. It is held like anything else, which nobody outside can tell
 * from being posted: a refusal would say who works here.
 */
export const staffAddress =
  (known: LookUp): Phase =>
  async (attempt) =>
    (await known(attempt)).isStaff ? { hold: 'staff_address' } : null;
