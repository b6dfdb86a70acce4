import type { ScheduledAction } from './schedule/schedule.ts';

/**
 * The states of an article in the newsroom. An article has exactly one, which nobody stores: it follows from the columns
 * of `StateColumns`. `article-state.server.ts` has the same rule as conditions of queries.
 */
export const ARTICLE_STATES = [
  'draft',
  'in_review',
  'scheduled',
  'published',
  'published_with_pending_changes',
  'in_trash',
] as const;
export type ArticleState = (typeof ARTICLE_STATES)[number];

export interface StateColumns {
  readonly isDraft: boolean;
  /** When a draft was submitted for review; null if it was not, or if it was withdrawn, returned or published since. */
  readonly submittedAt: Date | null;
  /** Not null if a published article has changes that are saved for later. */
  readonly liveRevision: number | null;
  /** What is scheduled; null for nothing. A published article that is taken offline later is published until then. */
  readonly scheduledAction: ScheduledAction | null;
  /** When it was moved to the trash; null if it is not there. */
  readonly trashedAt: Date | null;
}

export function articleState({
  isDraft,
  submittedAt,
  liveRevision,
  scheduledAction,
  trashedAt,
}: StateColumns): ArticleState {
  if (trashedAt !== null) return 'in_trash';
  if (!isDraft) return liveRevision === null ? 'published' : 'published_with_pending_changes';
  if (scheduledAction !== null) return 'scheduled';
  return submittedAt === null ? 'draft' : 'in_review';
}

/** Whether readers see an article in this state. */
export const isPublic = (state: ArticleState): boolean =>
  state === 'published' || state === 'published_with_pending_changes';
