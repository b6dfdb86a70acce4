import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MessageState } from '#domain/contact/message.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';

const list = api.newsroom.messages.$get;
const getMessage = api.newsroom.messages[':id'].$get;

/** A page of the messages in one state, with the counts of all states. */
export type MessagePage = ResponseBody<Awaited<ReturnType<typeof list>>>;

/** A message from the contact form with the delivery status of its email. */
export type Message = MessagePage['messages'][number];

/** The prefix of all message queries, which a change of a message invalidates. */
export const MESSAGES_KEY = ['newsroom', 'messages'];
export const MESSAGE_LISTS_KEY = [...MESSAGES_KEY, 'list'];

/** Milliseconds between two polls for new entries. */
const POLL_INTERVAL_MS = 60_000;

export function messageListQuery(state: MessageState, page: number) {
  return queryOptions({
    queryKey: [...MESSAGE_LISTS_KEY, state, page],
    queryFn: ({ signal }) =>
      parseResponse(list({ query: { state, page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    ...(state === 'new' ? { refetchInterval: POLL_INTERVAL_MS } : {}),
  });
}

export function messageKey(id: string): readonly string[] {
  return [...MESSAGES_KEY, 'one', id];
}

/** A single message. Until it is loaded, the copy from a cached list is shown. */
export function messageQuery(queries: QueryClient, id: string) {
  return queryOptions({
    queryKey: messageKey(id),
    queryFn: ({ signal }) => parseResponse(getMessage({ param: { id } }, { init: { signal } })),
    placeholderData: () =>
      queries
        .getQueriesData<MessagePage>({ queryKey: MESSAGE_LISTS_KEY })
        .flatMap(([, page]) => page?.messages ?? [])
        .find((message) => message.id === id),
  });
}
