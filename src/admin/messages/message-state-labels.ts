import { MESSAGE_STATES, type MessageState } from '#domain/contact/message.ts';

interface StateLabels {
  /** The label of the view and of the state of a message. */
  readonly label: string;
  /** The heading of the list. */
  readonly heading: string;
  /** The empty state if there are messages in other states. */
  readonly empty: string;
}

export const STATE_LABELS: Readonly<Record<MessageState, StateLabels>> = {
  new: { label: 'New', heading: 'New messages', empty: 'No new messages' },
  read: { label: 'Read', heading: 'Read messages', empty: 'No read messages' },
  archived: { label: 'Archived', heading: 'Archived messages', empty: 'No archived messages' },
};

/** The message state of a sub-view; `new` by default. */
export function stateForView(view: string): MessageState {
  return MESSAGE_STATES.find((state) => state === view) ?? 'new';
}
