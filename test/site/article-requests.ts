import type { ApiArticle, NewsroomApi } from '../newsroom-api.ts';

/** Sends a request below the address of an article, based on the given revision. */
export const onArticle = (
  newsroom: NewsroomApi,
  { id, revision }: Pick<ApiArticle, 'id' | 'revision'>,
  method: string,
  part: string,
  body?: unknown,
) => newsroom.request<ApiArticle>(method, `/articles/${id}/${part}`, body, { 'if-match': `"${revision}"` });

/** Restores a revision of an article on top of the given one. */
export const restoreRevision = (
  newsroom: NewsroomApi,
  article: Pick<ApiArticle, 'id' | 'revision'>,
  revision = 1,
) => onArticle(newsroom, article, 'POST', `revisions/${revision}/restoration`);
