import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MessageState } from '#domain/contact/message.ts';
import { usePageWithin } from '../dashboard/use-page-within.ts';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Notice } from '../parts/notice.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { type MessagePage, messagesIn } from './message-queries.ts';
import { MessageRows } from './message-rows.tsx';
import { STATE_WORDS } from './message-states.ts';
import { MessagesLoading } from './messages-loading.tsx';

interface MessageListProps {
  readonly state: MessageState;
  readonly control: PlaceControl;
}

/** The messages in one state, newest first, and the one that is open over them. */
export function MessageList({ state, control }: MessageListProps) {
  const { page } = control.place.list;
  const messages = useQuery(messagesIn(state, page));
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLElement>(null);
  const { data } = messages;
  usePageWithin(data, control);

  return (
    <section className="desk-card" aria-labelledby="list-title" aria-busy={messages.isPlaceholderData}>
      <div className="list-head">
        <div>
          <h2 id="list-title" ref={heading} tabIndex={-1}>
            {STATE_WORDS[state].heading}
          </h2>
          <p role="status" className="list-count">
            {data === undefined || data.total === 0 ? '' : counted(data.total)}
          </p>
        </div>
      </div>
      {data === undefined ? (
        messages.isError ? (
          <LoadFailure text="Failed to load messages" onRetry={messages.refetch} />
        ) : (
          <MessagesLoading />
        )
      ) : data.messages.length === 0 ? (
        <Notice text={emptyText(state, data)} />
      ) : (
        <MessageRows
          label={STATE_WORDS[state].heading}
          messages={data.messages}
          onOpen={(message, row) => {
            opener.current = row;
            control.go({ open: message.id });
          }}
        />
      )}
      {data !== undefined && (
        <Pagination
          label="Pages of messages"
          page={data.page}
          pageCount={data.page_count}
          onPage={(next) => {
            control.look({ page: next });
            heading.current?.focus();
          }}
        />
      )}
      <MessageDialog
        id={control.place.open}
        onClose={() => control.go({ open: null }, { replace: true })}
        finalFocus={(message) => {
          // Its row is about to leave a list it does not belong to any more.
          const stays = message?.state === state && opener.current?.isConnected === true;
          return stays ? opener.current : heading.current;
        }}
      />
    </section>
  );
}

function emptyText(state: MessageState, { counts }: MessagePage): string {
  return counts.new + counts.read + counts.archived === 0 ? 'No messages yet' : STATE_WORDS[state].empty;
}

function counted(total: number): string {
  return total === 1 ? '1 message' : `${total.toLocaleString('en-US')} messages`;
}
