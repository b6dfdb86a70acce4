import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';

const list = api.newsroom.articles[':id'].comments.$get;

/** A comment with the email address of its author. */
export type ListedComment = ResponseBody<Awaited<ReturnType<typeof list>>>['comments'][number];

export const COMMENTS_KEY = ['newsroom', 'comments'];

/** A page of the comments on an article, newest first. */
export function commentListQuery(articleId: string, page: number) {
  return queryOptions({
    queryKey: [...COMMENTS_KEY, articleId, page],
    queryFn: ({ signal }) =>
      parseResponse(list({ param: { id: articleId }, query: { page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}
