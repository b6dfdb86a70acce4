import { Archive, Mail, MailOpen, Reply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MessageState } from '#domain/contact/message.ts';
import { toastSuccess } from '../parts/toast.tsx';
import { DeleteMessage } from './delete-message.tsx';
import { useMarking } from './marking.ts';
import type { Message } from './message-queries.ts';
import { replyAddress } from './reply-address.ts';

interface MessageActionsProps {
  readonly message: Message;
  /** The message has gone elsewhere. */
  readonly onDone: () => void;
}

/** Where a message can go from each state. */
const WAYS = {
  new: ['archived', 'read'],
  read: ['archived', 'new'],
  archived: ['new'],
} as const satisfies Record<MessageState, readonly MessageState[]>;

const WORDS = {
  archived: { label: 'Archive', done: 'Message archived', Icon: Archive },
  new: { label: 'Mark as new', done: 'Message marked as new', Icon: Mail },
  read: { label: 'Mark as read', done: 'Message marked as read', Icon: MailOpen },
} as const;

export function MessageActions({ message, onDone }: MessageActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const marking = useMarking();

  function mark(state: MessageState): void {
    const onSuccess = () => {
      toastSuccess(WORDS[state].done);
      onDone();
    };
    marking.mutate({ message, state }, { onSuccess });
  }

  return (
    <div className="message-actions">
      <a className="button" href={replyAddress(message)}>
        <Reply size={17} aria-hidden="true" />
        Reply
      </a>
      {WAYS[message.state].map((state) => (
        <MarkButton key={state} state={state} isBusy={marking.isPending} onMark={() => mark(state)} />
      ))}
      <button
        type="button"
        className="button button-plain button-warning"
        disabled={marking.isPending}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={16} aria-hidden="true" />
        Delete
      </button>
      <DeleteMessage
        message={message}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDeleted={onDone}
      />
    </div>
  );
}

interface MarkButtonProps {
  readonly state: MessageState;
  readonly isBusy: boolean;
  readonly onMark: () => void;
}

function MarkButton({ state, isBusy, onMark }: MarkButtonProps) {
  const { label, Icon } = WORDS[state];
  return (
    <button type="button" className="button button-quiet" disabled={isBusy} onClick={onMark}>
      <Icon size={16} aria-hidden="true" />
      {label}
    </button>
  );
}
