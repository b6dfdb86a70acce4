/** `approved` is held for ten minutes and can be taken back; from `sending` on nothing can. */
export const ISSUE_STATES = ['draft', 'approved', 'sending', 'sent'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

/** Characters. */
export const SUBJECT_LIMIT = 200;
export const NOTE_LIMIT = 3000;

/** Articles in an issue. */
export const MOST_ARTICLES = 20;

/** Milliseconds between the approval of an issue and its sending. */
export const HOLD_MS = 10 * 60_000;

/** Bytes of the HTML part. Mail programs cut off a longer one, and with it the link to unsubscribe. */
export const HTML_LIMIT = 100_000;

export const ARCHIVE_PATH = '/newsletter/issues';
export const issuePath = (number: number | ':number') => `${ARCHIVE_PATH}/${number}`;

/** What stands between empty lines of a note. */
export function paragraphsOf(note: string): string[] {
  return note
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
