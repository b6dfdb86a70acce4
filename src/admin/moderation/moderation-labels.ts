import { COMMENT_STATES, type CommentState } from '#domain/comments/comment.ts';
import type { ModerationReason } from '#domain/comments/moderation/reasons.ts';
import type { StateLabels } from '../dashboard/state-views.ts';

export const STATE_LABELS: Readonly<Record<CommentState, StateLabels>> = {
  held: {
    label: 'Pending',
    heading: 'Pending comments',
    empty: 'Nothing to review. Comments that are held for review will appear here.',
  },
  published: { label: 'Published', heading: 'Published comments', empty: 'No comments yet' },
  deleted: { label: 'Deleted', heading: 'Deleted comments', empty: 'No deleted comments' },
};

export const REASON_LABELS: Readonly<Record<ModerationReason, string>> = {
  honeypot: 'Hidden field filled in',
  haste: 'Submitted too quickly',
  markup: 'Contains markup',
  links: 'Too many links',
  words: 'Contains a listed word',
  repetition: 'Duplicate text',
  first_comment: 'First comment',
  staff_address: 'Uses a staff address',
};

/** The states in the order of the sub-tabs: pending comments first. */
export const STATES = ['held', ...COMMENT_STATES.filter((state) => state !== 'held')] as const;

/** The comment state of a sub-view; `held` by default. */
export function stateForView(view: string): CommentState {
  return COMMENT_STATES.find((state) => state === view) ?? 'held';
}
