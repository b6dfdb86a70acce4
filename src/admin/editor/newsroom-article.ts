import { z } from 'zod';
import { storedArticleFields } from '#domain/articles/article-fields.ts';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import { SCHEDULED_ACTIONS } from '#domain/articles/schedule/schedule.ts';
import { toSnakeKeys } from '#platform/key-case.ts';

/** An article as the newsroom API returns it, limited to the members that the editor reads. */
export const newsroomArticle = z.object({
  ...toSnakeKeys(storedArticleFields.shape),
  id: z.string(),
  revision: z.number(),
  state: z.enum(ARTICLE_STATES),
  live_revision: z.number().nullable(),
  publish_date: z.string().nullable(),
  submitted_at: z.string().nullable(),
  returned_at: z.string().nullable(),
  scheduled_action: z.enum(SCHEDULED_ACTIONS).nullable(),
  scheduled_at: z.string().nullable(),
  paused_schedule: z
    .object({ action: z.enum(SCHEDULED_ACTIONS), at: z.string(), by_name: z.string() })
    .nullable(),
  updated_at: z.string(),
  updated_by_name: z.string().nullable(),
});
export type NewsroomArticle = z.infer<typeof newsroomArticle>;

/** The members that change without a save of the text. */
export type ArticleStatus = Pick<
  NewsroomArticle,
  | 'state'
  | 'live_revision'
  | 'publish_date'
  | 'submitted_at'
  | 'returned_at'
  | 'scheduled_action'
  | 'scheduled_at'
  | 'paused_schedule'
>;

/** Of an article that was never saved. */
export const NEW_ARTICLE_STATUS: ArticleStatus = {
  state: 'draft',
  live_revision: null,
  publish_date: null,
  submitted_at: null,
  returned_at: null,
  scheduled_action: null,
  scheduled_at: null,
  paused_schedule: null,
};

/** The revision on which the next save is based. */
export interface BaseRevision {
  readonly id: string;
  readonly revision: number;
}

/**
 * What a request to create an article has made. The answer to a repeated one is the present article, which somebody else may have
 * changed since: their revision is no base of what this editor saves.
 */
export const createdRevision = ({ id }: Pick<BaseRevision, 'id'>): BaseRevision => ({ id, revision: 1 });
