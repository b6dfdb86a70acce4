import type { FindHistory } from './comment-history.server.ts';
import type { Phase } from './phase.ts';

/** Flags a comment from an address that has no published comment yet. */
export const firstComment =
  (findHistory: FindHistory): Phase =>
  async (submission) =>
    (await findHistory(submission)).hasPublishedBefore ? null : { flag: 'first_comment' };
