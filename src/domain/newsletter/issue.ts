/** `approved` is scheduled: it is sent after `SEND_DELAY_MS`, and the approval can be undone until then. */
export const ISSUE_STATES = ['draft', 'approved', 'sending', 'sent'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

/** Characters. */
export const SUBJECT_LIMIT = 200;
export const NOTE_LIMIT = 3000;

/** Articles in an issue. */
export const MAX_ARTICLES = 20;

/** Milliseconds between the approval of an issue and the start of sending. */
export const SEND_DELAY_MS = 10 * 60_000;

/** Bytes of the HTML part. Email clients truncate a longer one, which would cut off the unsubscribe link. */
export const HTML_LIMIT = 100_000;

export const ARCHIVE_PATH = '/newsletter/issues';
export const issuePath = (number: number | ':number') => `${ARCHIVE_PATH}/${number}`;

/** Splits a note into paragraphs at empty lines. */
export function splitParagraphs(note: string): string[] {
  return note
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
