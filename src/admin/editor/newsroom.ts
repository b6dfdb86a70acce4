import { z } from 'zod';
import { sessionFetch } from '../api/session-fetch.ts';
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

const ARTICLES = '/api/newsroom/articles';
const pathOf = (id: string) => `${ARTICLES}/${encodeURIComponent(id)}`;

/** What the editor asks of the server. Everything throws `ApiError`. */
export const newsroom = {
  article: (id: string, signal: AbortSignal) => ask(newsroomArticle, pathOf(id), { signal }),

  /** The same key twice makes one article. */
  create: (input: ArticleInput, key: string) =>
    ask(newsroomArticle, ARTICLES, {
      ...sent('POST', input),
      headers: { ...JSON_BODY, 'idempotency-key': key },
    }),

  /** Refused with the newer version when the article has gone on from `revision`. */
  update: (id: string, input: ArticleInput, revision: number) =>
    ask(newsroomArticle, pathOf(id), {
      ...sent('PUT', input),
      headers: { ...JSON_BODY, 'if-match': `"${revision}"` },
    }),

  revisions: (id: string, page: number, signal: AbortSignal) =>
    ask(revisionList, `${pathOf(id)}/revisions?page=${page}`, { signal }),

  revision: (id: string, revision: number, signal: AbortSignal) =>
    ask(revisionContent, `${pathOf(id)}/revisions/${revision}`, { signal }),

  /** Saves an old revision as the newest. */
  restore: (id: string, revision: number, current: number): Promise<NewsroomArticle> =>
    ask(newsroomArticle, `${pathOf(id)}/revisions/${revision}/restoration`, {
      method: 'POST',
      headers: { 'if-match': `"${current}"` },
    }),
};

const JSON_BODY = { 'content-type': 'application/json' };

function sent(method: string, body: unknown): RequestInit {
  return { method, headers: JSON_BODY, body: JSON.stringify(body) };
}

async function ask<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  init: RequestInit,
): Promise<z.infer<Schema>> {
  const response = await sessionFetch(path, init);
  return schema.parse(await response.json());
}
