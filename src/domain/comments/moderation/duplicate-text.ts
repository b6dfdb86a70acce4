import type { Phase } from './phase.ts';

/** Flags a text that was posted recently, from any address. */
export const duplicateText: Phase = ({ history }) => (history.isDuplicate ? { flag: 'repetition' } : null);
