import { and, isNotNull, isNull, not, type SQL } from 'drizzle-orm';
import type { ArticleState } from './article-state.ts';
import { articles } from './tables.server.ts';

/** The rule of `articleState` as a condition on `articles`. */
export const STATE_CONDITIONS: Readonly<Record<ArticleState, SQL | undefined>> = {
  draft: and(articles.isDraft, isNull(articles.submittedAt)),
  in_review: and(articles.isDraft, isNotNull(articles.submittedAt)),
  published: not(articles.isDraft),
};

/**
 * The index entries among which the articles in a state are: the indexes of the newsroom begin with section and `isDraft`.
 * `isShared`: the entries of other states are among them, so that `STATE_CONDITIONS` is needed as well.
 */
export const STATE_ENTRIES: Readonly<
  Record<ArticleState, { readonly isDraft: boolean; readonly isShared: boolean }>
> = {
  draft: { isDraft: true, isShared: true },
  in_review: { isDraft: true, isShared: true },
  published: { isDraft: false, isShared: false },
};
