import { COMMENT_STATES, type CommentState } from '#domain/comments/comment.ts';
import type { HoldReason } from '#domain/comments/moderation/reasons.ts';

interface StateWords {
  /** The name of the view. */
  readonly label: string;
  /** Above the list. */
  readonly heading: string;
  readonly empty: string;
}

export const STATE_WORDS: Readonly<Record<CommentState, StateWords>> = {
  held: {
    label: 'Held',
    heading: 'Held comments',
    empty: 'Nothing waits for you. Comments that look like spam will appear here.',
  },
  published: { label: 'Published', heading: 'Published comments', empty: 'No comments yet' },
  deleted: { label: 'Deleted', heading: 'Deleted comments', empty: 'No deleted comments' },
};

export const REASON_WORDS: Readonly<Record<HoldReason, string>> = {
  honeypot: 'Filled a hidden field',
  haste: 'Sent at once',
  markup: 'Markup',
  links: 'Many links',
  words: 'A word of your list',
  repetition: 'Said before',
  first_comment: 'First comment',
  staff_address: 'Claims a newsroom address',
};

/** Those that wait come first. */
export const STATES = ['held', ...COMMENT_STATES.filter((state) => state !== 'held')] as const;

/** What a view in an address shows; those that wait, unless another is named. */
export function stateAt(view: string): CommentState {
  return COMMENT_STATES.find((state) => state === view) ?? 'held';
}
