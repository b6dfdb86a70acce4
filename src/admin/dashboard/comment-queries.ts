import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, type AnswerOf, api } from '../api-client.ts';

const list = api.newsroom.articles[':id'].comments.$get;

/** A comment with the address it came from. */
export type ListedComment = AnswerOf<Awaited<ReturnType<typeof list>>>['comments'][number];

export const COMMENTS_KEY = ['newsroom', 'comments'];

/** A page of the comments on an article, newest first. */
export function commentsOf(articleId: string, page: number) {
  return queryOptions({
    queryKey: [...COMMENTS_KEY, articleId, page],
    queryFn: ({ signal }) =>
      answerOf(list({ param: { id: articleId }, query: { page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}
