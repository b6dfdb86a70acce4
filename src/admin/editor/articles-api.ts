import { z } from 'zod';
import { authenticatedFetch } from '../api/authenticated-fetch.ts';
import {
  type ArticleInput,
  newsroomArticle,
  type NewsroomArticle,
  revisionContent,
} from './newsroom-article.ts';

const revisionList = z.object({
  revisions: z.array(
    z.object({
      revision: z.number(),
      title: z.string(),
      is_draft: z.boolean(),
      saved_at: z.string(),
      saved_by_name: z.string().nullable(),
      word_count: z.number(),
      restored_from: z.number().nullable(),
    }),
  ),
  page: z.number(),
  page_count: z.number(),
});
export type RevisionList = z.infer<typeof revisionList>;
export type RevisionSummary = RevisionList['revisions'][number];

const ARTICLES_PATH = '/api/newsroom/articles';
const articlePath = (id: string) => `${ARTICLES_PATH}/${encodeURIComponent(id)}`;

/** API calls of the editor. All throw `ApiError`. */
export const articlesApi = {
  get: (id: string, signal: AbortSignal) => request(newsroomArticle, articlePath(id), { signal }),

  /** Two requests with the same idempotency key create one article. */
  create: (input: ArticleInput, key: string) =>
    request(newsroomArticle, ARTICLES_PATH, {
      ...jsonRequest('POST', input),
      headers: { ...JSON_HEADERS, 'idempotency-key': key },
    }),

  /** Fails with 412 and the newer version in `problem.current` if `revision` is not the latest. */
  update: (id: string, input: ArticleInput, revision: number) =>
    request(newsroomArticle, articlePath(id), {
      ...jsonRequest('PUT', input),
      headers: { ...JSON_HEADERS, 'if-match': `"${revision}"` },
    }),

  listRevisions: (id: string, page: number, signal: AbortSignal) =>
    request(revisionList, `${articlePath(id)}/revisions?page=${page}`, { signal }),

  getRevision: (id: string, revision: number, signal: AbortSignal) =>
    request(revisionContent, `${articlePath(id)}/revisions/${revision}`, { signal }),

  /** Saves an old revision as the newest one. `current` is the expected latest revision. */
  restoreRevision: (id: string, revision: number, current: number): Promise<NewsroomArticle> =>
    request(newsroomArticle, `${articlePath(id)}/revisions/${revision}/restoration`, {
      method: 'POST',
      headers: { 'if-match': `"${current}"` },
    }),
};

const JSON_HEADERS = { 'content-type': 'application/json' };

function jsonRequest(method: string, body: unknown): RequestInit {
  return { method, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

async function request<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  init: RequestInit,
): Promise<z.infer<Schema>> {
  const response = await authenticatedFetch(path, init);
  return schema.parse(await response.json());
}
