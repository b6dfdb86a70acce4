import { Check, type LucideIcon, Trash2, Undo2 } from 'lucide-react';
import type { CommentState } from '#domain/comments/comment.ts';
import type { Decision } from './use-moderate-comments.ts';

export const DECISIONS: Readonly<Record<Decision, { readonly label: string; readonly Icon: LucideIcon }>> = {
  approve: { label: 'Approve', Icon: Check },
  delete: { label: 'Delete', Icon: Trash2 },
  restore: { label: 'Restore', Icon: Undo2 },
};

const BY_STATE: Readonly<Record<CommentState, readonly Decision[]>> = {
  held: ['approve', 'delete'],
  published: ['delete'],
  deleted: ['restore'],
};

/** What can be decided about comments in a state. */
export const decisionsFor = (state: CommentState): readonly Decision[] => BY_STATE[state];
