import type { FindHistory } from './comment-history.server.ts';
import type { Phase } from './phase.ts';

/** Flags a text that was posted recently, from any address. */
export const duplicateText =
  (findHistory: FindHistory): Phase =>
  async (submission) =>
    (await findHistory(submission)).isDuplicate ? { flag: 'repetition' } : null;
