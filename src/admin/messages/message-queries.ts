import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MessageState } from '#domain/contact/message.ts';
import { answerOf, type AnswerOf, api } from '../api-client.ts';

const list = api.newsroom.messages.$get;
const one = api.newsroom.messages[':id'].$get;

/** A page of the messages in one state, with how many there are in each. */
export type MessagePage = AnswerOf<Awaited<ReturnType<typeof list>>>;

/** What a visitor wrote, whole, and what became of its mail. */
export type Message = MessagePage['messages'][number];

/** Everything that is known of messages: what a change of one makes stale. */
export const MESSAGES_KEY = ['newsroom', 'messages'];
export const MESSAGE_LISTS_KEY = [...MESSAGES_KEY, 'list'];

/** Milliseconds after which somebody who does nothing hears of what has come. */
const LOOK_AGAIN = 60_000;

export function messagesIn(state: MessageState, page: number) {
  return queryOptions({
    queryKey: [...MESSAGE_LISTS_KEY, state, page],
    queryFn: ({ signal }) => answerOf(list({ query: { state, page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    ...(state === 'new' ? { refetchInterval: LOOK_AGAIN } : {}),
  });
}

export function messageKey(id: string): readonly string[] {
  return [...MESSAGES_KEY, 'one', id];
}

/** A single one; from a list that shows it already, until it is asked for again. */
export function messageOf(queries: QueryClient, id: string) {
  return queryOptions({
    queryKey: messageKey(id),
    queryFn: ({ signal }) => answerOf(one({ param: { id } }, { init: { signal } })),
    placeholderData: () =>
      queries
        .getQueriesData<MessagePage>({ queryKey: MESSAGE_LISTS_KEY })
        .flatMap(([, page]) => page?.messages ?? [])
        .find((message) => message.id === id),
  });
}
