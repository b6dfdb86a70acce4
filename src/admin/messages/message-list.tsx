import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MessageState } from '#domain/contact/message.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { Notice } from '../components/notice.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { type MessagePage, messageListQuery } from './message-queries.ts';
import { MessageRows } from './message-rows.tsx';
import { STATE_LABELS } from './message-state-labels.ts';

interface MessageListProps {
  readonly state: MessageState;
  readonly navigation: DashboardNavigation;
}

/** The messages in one state, newest first, and the dialog of the open message. */
export function MessageList({ state, navigation }: MessageListProps) {
  const { page } = navigation.location.list;
  const messages = useQuery(messageListQuery(state, page));
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLElement>(null);

  return (
    <>
      <PagedList
        title={STATE_LABELS[state].heading}
        heading={heading}
        noun="message"
        query={messages}
        navigation={navigation}
        loading={<MessagesLoading />}
      >
        {(data) =>
          data.messages.length === 0 ? (
            <Notice text={emptyText(state, data)} />
          ) : (
            <MessageRows
              label={STATE_LABELS[state].heading}
              messages={data.messages}
              onOpen={(message, button) => {
                opener.current = button;
                navigation.navigate({ open: message.id });
              }}
            />
          )
        }
      </PagedList>
      <MessageDialog
        id={navigation.location.open}
        onClose={() => navigation.navigate({ open: null }, { replace: true })}
        finalFocus={(message) => {
          // A message whose state has changed leaves this list, so its row cannot keep the focus.
          const isStillListed = message?.state === state && opener.current?.isConnected === true;
          return isStillListed ? opener.current : heading.current;
        }}
      />
    </>
  );
}

function emptyText(state: MessageState, { counts }: MessagePage): string {
  return counts.new + counts.read + counts.archived === 0 ? 'No messages yet' : STATE_LABELS[state].empty;
}

const LOADING_ROWS = ['62%', '48%', '74%', '55%', '70%'];

/** A skeleton of the list, which prevents a layout shift. */
function MessagesLoading() {
  return (
    <div className="rows-loading">
      <p role="status">Loading messages...</p>
      {LOADING_ROWS.map((width) => (
        <span key={width} className="messages-loading-row" aria-hidden="true">
          <span className="skeleton-line" />
          <span className="skeleton-line" style={{ width }} />
        </span>
      ))}
    </div>
  );
}
