import type { Phase } from './phase.ts';

/** Flags a comment from an address that has no published comment yet. */
export const firstComment: Phase = ({ history }) =>
  history.hasPublishedBefore ? null : { flag: 'first_comment' };
