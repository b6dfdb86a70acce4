import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CommentState } from '#domain/comments/comment.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';

const list = api.newsroom.moderation.$get;
const commenting = api.newsroom.articles[':id'].commenting.$get;

/** A page of the comments in one state, with the counts of all states. */
export type ModerationPage = ResponseBody<Awaited<ReturnType<typeof list>>>;
export type ModeratedComment = ModerationPage['comments'][number];

export const MODERATION_KEY = ['newsroom', 'moderation'];

/** Milliseconds between two polls for new entries. */
const POLL_INTERVAL_MS = 60_000;

export function moderationListQuery(state: CommentState, page: number) {
  return queryOptions({
    queryKey: [...MODERATION_KEY, state, page],
    queryFn: ({ signal }) =>
      parseResponse(list({ query: { state, page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    ...(state === 'held' ? { refetchInterval: POLL_INTERVAL_MS } : {}),
  });
}

export function commentingQuery(articleId: string) {
  return queryOptions({
    queryKey: ['newsroom', 'commenting', articleId],
    queryFn: ({ signal }) => parseResponse(commenting({ param: { id: articleId } }, { init: { signal } })),
  });
}
