import { z } from 'zod';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import type { HomePicks } from './home-picks-queries.ts';

const pickValues = z.object({
  articleId: z.string(),
  title: z.string(),
  state: z.enum(ARTICLE_STATES),
  /** Null: until it is removed. */
  expiresAt: z.string().nullable(),
});
export type PickValues = z.infer<typeof pickValues>;

/** The list as it was edited. */
export const homePicksValues = z.object({ picks: z.array(pickValues).readonly() });
export type HomePicksValues = z.infer<typeof homePicksValues>;

export const valuesFrom = ({ picks }: HomePicks): HomePicksValues => ({
  picks: picks.map(({ article_id: articleId, title, state, expires_at: expiresAt }) => ({
    articleId,
    title,
    state,
    expiresAt,
  })),
});
