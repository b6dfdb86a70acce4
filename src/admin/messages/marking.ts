import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageState } from '#domain/contact/message.ts';
import { answerOf, api } from '../api-client.ts';
import { toastFailure } from '../parts/toast.tsx';
import {
  type Message,
  MESSAGE_LISTS_KEY,
  messageKey,
  type MessagePage,
  MESSAGES_KEY,
} from './message-queries.ts';

interface Mark {
  readonly message: Message;
  readonly state: MessageState;
}

const FAILURES: Readonly<Record<MessageState, string>> = {
  new: 'Failed to mark message as new',
  read: 'Failed to mark message as read',
  archived: 'Failed to archive message',
};

/** Puts a message into another state. It shows at once, and is taken back when the server does not take it. */
export function useMarking() {
  const queries = useQueryClient();
  return useMutation({
    // One after the other: what is asked for last has the last word.
    scope: { id: 'messages' },
    mutationFn: ({ message: { id }, state }: Mark) =>
      answerOf(api.newsroom.messages[':id'].$patch({ param: { id }, json: { state } })),
    onMutate: async (mark) => {
      await queries.cancelQueries({ queryKey: MESSAGES_KEY });
      const before = queries.getQueriesData({ queryKey: MESSAGES_KEY });
      showMarked(queries, mark);
      return { before };
    },
    onError: (_error, { state }, kept) => {
      for (const [key, data] of kept?.before ?? []) queries.setQueryData(key, data);
      toastFailure(FAILURES[state]);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: MESSAGES_KEY }),
  });
}

function showMarked(queries: QueryClient, { message, state }: Mark): void {
  const marked = { ...message, state };
  queries.setQueryData<Message>(messageKey(message.id), marked);
  queries.setQueriesData<MessagePage>({ queryKey: MESSAGE_LISTS_KEY }, (page) =>
    page === undefined
      ? undefined
      : {
          ...page,
          messages: page.messages.map((other) => (other.id === message.id ? marked : other)),
          counts: moved(page.counts, message.state, state),
        },
  );
}

function moved(counts: MessagePage['counts'], from: MessageState, to: MessageState): MessagePage['counts'] {
  const left = { ...counts, [from]: Math.max(0, counts[from] - 1) };
  return { ...left, [to]: left[to] + 1 };
}
