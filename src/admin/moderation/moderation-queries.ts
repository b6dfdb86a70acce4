import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CommentState } from '#domain/comments/comment.ts';
import { answerOf, type AnswerOf, api } from '../api-client.ts';

const list = api.newsroom.moderation.$get;
const commenting = api.newsroom.articles[':id'].commenting.$get;

/** A page of the comments in one state, with how many there are in each. */
export type ModerationPage = AnswerOf<Awaited<ReturnType<typeof list>>>;
export type ModeratedComment = ModerationPage['comments'][number];

export const MODERATION_KEY = ['newsroom', 'moderation'];

/** Milliseconds after which somebody who does nothing hears of what has come. */
const LOOK_AGAIN = 60_000;

export function commentsIn(state: CommentState, page: number) {
  return queryOptions({
    queryKey: [...MODERATION_KEY, state, page],
    queryFn: ({ signal }) => answerOf(list({ query: { state, page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    ...(state === 'held' ? { refetchInterval: LOOK_AGAIN } : {}),
  });
}

export function commentingOn(articleId: string) {
  return queryOptions({
    queryKey: ['newsroom', 'commenting', articleId],
    queryFn: ({ signal }) => answerOf(commenting({ param: { id: articleId } }, { init: { signal } })),
  });
}
