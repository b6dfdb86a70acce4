import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MessageState } from '#domain/contact/message.ts';
import { counted } from '#ui/counted.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { Notice } from '../parts/notice.tsx';
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

  return (
    <>
      <PagedList
        title={STATE_WORDS[state].heading}
        heading={heading}
        what="messages"
        query={messages}
        control={control}
        count={({ total }) => (total === 0 ? '' : counted(total, 'message'))}
        loading={<MessagesLoading />}
      >
        {(shown) =>
          shown.messages.length === 0 ? (
            <Notice text={emptyText(state, shown)} />
          ) : (
            <MessageRows
              label={STATE_WORDS[state].heading}
              messages={shown.messages}
              onOpen={(message, row) => {
                opener.current = row;
                control.go({ open: message.id });
              }}
            />
          )
        }
      </PagedList>
      <MessageDialog
        id={control.place.open}
        onClose={() => control.go({ open: null }, { replace: true })}
        finalFocus={(message) => {
          // Its row is about to leave a list it does not belong to any more.
          const stays = message?.state === state && opener.current?.isConnected === true;
          return stays ? opener.current : heading.current;
        }}
      />
    </>
  );
}

function emptyText(state: MessageState, { counts }: MessagePage): string {
  return counts.new + counts.read + counts.archived === 0 ? 'No messages yet' : STATE_WORDS[state].empty;
}
