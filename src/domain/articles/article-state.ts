/**
 * The states of an article in the newsroom. An article has exactly one, which nobody stores: it follows from the columns
 * of `StateColumns`. `article-state.server.ts` has the same rule as conditions of queries.
 */
export const ARTICLE_STATES = ['draft', 'in_review', 'published', 'in_trash'] as const;
export type ArticleState = (typeof ARTICLE_STATES)[number];

export interface StateColumns {
  readonly isDraft: boolean;
  /** When a draft was submitted for review; null if it was not, or if it was withdrawn, returned or published since. */
  readonly submittedAt: Date | null;
  /** When it was moved to the trash; null if it is not there. */
  readonly trashedAt: Date | null;
}

export function articleState({ isDraft, submittedAt, trashedAt }: StateColumns): ArticleState {
  if (trashedAt !== null) return 'in_trash';
  if (!isDraft) return 'published';
  return submittedAt === null ? 'draft' : 'in_review';
}
