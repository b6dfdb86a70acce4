import type { InferResponseType } from 'hono/client';
import { api, parseResponse } from '../../api-client.ts';
import type { ArticleInput } from '../draft/draft.ts';

const check = api.newsroom['publication-checks'].$post;

export type PublicationCheck = InferResponseType<typeof check, 200>;
export type CheckFinding = PublicationCheck['findings'][number];
export type Previews = PublicationCheck['previews'];

export interface CheckedInput {
  readonly input: ArticleInput;
  /** Undefined for an article that is not stored yet. */
  readonly articleId: string | undefined;
}

/** Makes the server check the draft and render it everywhere. Throws `ApiError`. */
export const loadCheck = (
  { input, articleId }: CheckedInput,
  signal: AbortSignal,
): Promise<PublicationCheck> =>
  parseResponse(check({ json: { ...input, article_id: articleId ?? null } }, { init: { signal } }));
