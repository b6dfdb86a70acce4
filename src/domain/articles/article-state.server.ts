import { and, isNotNull, isNull, not, type SQL } from 'drizzle-orm';
import type { ArticleState, StateColumns } from './article-state.ts';
import { articles } from './tables.server.ts';

/** Lists of the newsroom without a filter leave out the trash. */
export const NOT_IN_TRASH = isNull(articles.trashedAt);

/** The columns that a query selects for `articleState`. */
export const STATE_COLUMNS = {
  isDraft: articles.isDraft,
  submittedAt: articles.submittedAt,
  liveRevision: articles.liveRevision,
  scheduledAction: articles.scheduledAction,
  trashedAt: articles.trashedAt,
} satisfies Record<keyof StateColumns, unknown>;

/** The rule of `articleState` as a condition on `articles`. */
export const STATE_CONDITIONS: Readonly<Record<ArticleState, SQL | undefined>> = {
  draft: and(articles.isDraft, isNull(articles.submittedAt), isNull(articles.scheduledAction), NOT_IN_TRASH),
  in_review: and(
    articles.isDraft,
    isNotNull(articles.submittedAt),
    isNull(articles.scheduledAction),
    NOT_IN_TRASH,
  ),
  // The second condition is that of the index.
  scheduled: and(articles.isDraft, isNotNull(articles.scheduledAt), NOT_IN_TRASH),
  published: and(not(articles.isDraft), isNull(articles.liveRevision)),
  published_with_pending_changes: and(not(articles.isDraft), isNotNull(articles.liveRevision)),
  in_trash: isNotNull(articles.trashedAt),
};

/** States with few articles, each with an index of its own: they are counted and sorted instead of scanned. */
export const FEW_ARTICLES = [
  'in_review',
  'scheduled',
  'published_with_pending_changes',
  'in_trash',
] as const satisfies readonly ArticleState[];
type StateOfFew = (typeof FEW_ARTICLES)[number];

export const hasFewArticles = (state: ArticleState | null): state is StateOfFew =>
  FEW_ARTICLES.some((few) => few === state);

/**
 * The partition of the indexes of the newsroom, which begin with section and `isDraft`, that contains the articles in a
 * state, and the condition that leaves out the other states of the partition.
 */
export const STATE_PARTITIONS: Readonly<
  Record<
    Exclude<ArticleState, StateOfFew>,
    { readonly isDraft: boolean; readonly condition: SQL | undefined }
  >
> = {
  draft: { isDraft: true, condition: STATE_CONDITIONS.draft },
  published: { isDraft: false, condition: STATE_CONDITIONS.published },
};
