import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageState } from '#domain/contact/message.ts';
import { parseResponse, api } from '../api-client.ts';
import { toastFailure } from '../components/toast.tsx';
import {
  type Message,
  MESSAGE_LISTS_KEY,
  messageKey,
  type MessagePage,
  MESSAGES_KEY,
} from './message-queries.ts';

interface StateChange {
  readonly message: Message;
  readonly state: MessageState;
}

const FAILURES: Readonly<Record<MessageState, string>> = {
  new: 'Failed to mark message as new',
  read: 'Failed to mark message as read',
  archived: 'Failed to archive message',
};

/** Changes the state of a message with an optimistic update, which is rolled back if the request fails. */
export function useSetMessageState() {
  const queries = useQueryClient();
  return useMutation({
    // Requests run in sequence, so that the last one determines the state.
    scope: { id: 'messages' },
    mutationFn: ({ message: { id }, state }: StateChange) =>
      parseResponse(api.newsroom.messages[':id'].$patch({ param: { id }, json: { state } })),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: MESSAGES_KEY });
      const before = queries.getQueriesData({ queryKey: MESSAGES_KEY });
      applyToCache(queries, change);
      return { before };
    },
    onError: (_error, { state }, context) => {
      for (const [key, data] of context?.before ?? []) queries.setQueryData(key, data);
      toastFailure(FAILURES[state]);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: MESSAGES_KEY }),
  });
}

function applyToCache(queries: QueryClient, { message, state }: StateChange): void {
  const changed = { ...message, state };
  queries.setQueryData<Message>(messageKey(message.id), changed);
  queries.setQueriesData<MessagePage>({ queryKey: MESSAGE_LISTS_KEY }, (page) =>
    page === undefined
      ? undefined
      : {
          ...page,
          messages: page.messages.map((other) => (other.id === message.id ? changed : other)),
          counts: countsAfter(page.counts, message.state, state),
        },
  );
}

function countsAfter(
  counts: MessagePage['counts'],
  from: MessageState,
  to: MessageState,
): MessagePage['counts'] {
  const decremented = { ...counts, [from]: Math.max(0, counts[from] - 1) };
  return { ...decremented, [to]: decremented[to] + 1 };
}
