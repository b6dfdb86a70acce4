import type { Phase } from './phase.ts';

/** Milliseconds. The form is at the end of the article, so no reader gets there and writes a comment faster than this. */
const MIN_TIME_ON_PAGE_MS = 3_000;

/**
 * Flags a comment that was sent too soon after the page was opened. Pages are cached and the same for everyone, so only
 * the script of the page can report the time; a form without script is not flagged. This catches bots that control a
 * browser, which are the common kind. A client that reports a false time is not caught.
 */
export const submissionSpeed: Phase = ({ timeOnPageMs }) =>
  timeOnPageMs !== null && timeOnPageMs < MIN_TIME_ON_PAGE_MS ? { flag: 'haste' } : null;
