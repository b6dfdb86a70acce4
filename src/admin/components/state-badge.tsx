import type { ArticleState } from '#domain/articles/article-state.ts';

/** How the newsroom names and marks each state, in the order of filters. */
export const STATE_LABELS: Readonly<
  Record<ArticleState, { readonly label: string; readonly plural: string; readonly className: string }>
> = {
  published: { label: 'Published', plural: 'Published', className: 'status' },
  published_with_pending_changes: {
    label: 'Published with pending changes',
    plural: 'Pending changes',
    className: 'status status-changed',
  },
  in_review: { label: 'In review', plural: 'In review', className: 'status status-pending' },
  scheduled: { label: 'Scheduled', plural: 'Scheduled', className: 'status status-scheduled' },
  draft: { label: 'Draft', plural: 'Drafts', className: 'status status-draft' },
  in_trash: { label: 'In trash', plural: 'In trash', className: 'status status-trash' },
};

/** A draft that was returned from review, until it is submitted again. */
const RETURNED = { label: 'Returned', className: 'status status-returned' };

interface StateBadgeProps {
  readonly state: ArticleState;
  /** Whether an editor has returned it with a note. */
  readonly isReturned?: boolean;
}

/** The state of an article, one of its revisions, or a page. */
export function StateBadge({ state, isReturned = false }: StateBadgeProps) {
  const { label, className } = state === 'draft' && isReturned ? RETURNED : STATE_LABELS[state];
  return <span className={className}>{label}</span>;
}
