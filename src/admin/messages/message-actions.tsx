import { Archive, Mail, MailOpen, Reply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MessageState } from '#domain/contact/message.ts';
import { toastSuccess } from '../components/toast.tsx';
import { DeleteMessage } from './delete-message.tsx';
import { useSetMessageState } from './use-set-message-state.ts';
import type { Message } from './message-queries.ts';
import { replyAddress } from './reply-address.ts';

interface MessageActionsProps {
  readonly message: Message;
  /** Called after the message was moved to another state or deleted. */
  readonly onDone: () => void;
}

/** The allowed transitions from each state. */
const TRANSITIONS = {
  new: ['archived', 'read'],
  read: ['archived', 'new'],
  archived: ['new'],
} as const satisfies Record<MessageState, readonly MessageState[]>;

const ACTIONS = {
  archived: { label: 'Archive', done: 'Message archived', Icon: Archive },
  new: { label: 'Mark as new', done: 'Message marked as new', Icon: Mail },
  read: { label: 'Mark as read', done: 'Message marked as read', Icon: MailOpen },
} as const;

export function MessageActions({ message, onDone }: MessageActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const stateChange = useSetMessageState();

  function setState(state: MessageState): void {
    const onSuccess = () => {
      toastSuccess(ACTIONS[state].done);
      onDone();
    };
    stateChange.mutate({ message, state }, { onSuccess });
  }

  return (
    <div className="message-actions">
      <a className="button" href={replyAddress(message)}>
        <Reply size={17} aria-hidden="true" />
        Reply
      </a>
      {TRANSITIONS[message.state].map((state) => (
        <StateButton
          key={state}
          state={state}
          isBusy={stateChange.isPending}
          onClick={() => setState(state)}
        />
      ))}
      <button
        type="button"
        className="button button-plain button-warning"
        disabled={stateChange.isPending}
        onClick={() => setConfirming(true)}
      >
        <Trash2 size={16} aria-hidden="true" />
        Delete
      </button>
      <DeleteMessage
        message={message}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onDeleted={onDone}
      />
    </div>
  );
}

interface StateButtonProps {
  readonly state: MessageState;
  readonly isBusy: boolean;
  readonly onClick: () => void;
}

function StateButton({ state, isBusy, onClick }: StateButtonProps) {
  const { label, Icon } = ACTIONS[state];
  return (
    <button type="button" className="button button-secondary" disabled={isBusy} onClick={onClick}>
      <Icon size={16} aria-hidden="true" />
      {label}
    </button>
  );
}
