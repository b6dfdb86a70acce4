import { MESSAGE_STATES, type MessageState } from '#domain/contact/message.ts';

interface StateWords {
  /** The name of the view, and of the state of one message. */
  readonly label: string;
  /** Above the list. */
  readonly heading: string;
  /** Where there is none in this state, but others are. */
  readonly empty: string;
}

/** What each state is called. */
export const STATE_WORDS: Readonly<Record<MessageState, StateWords>> = {
  new: { label: 'New', heading: 'New messages', empty: 'No new messages' },
  read: { label: 'Read', heading: 'Read messages', empty: 'No read messages' },
  archived: { label: 'Archived', heading: 'Archived messages', empty: 'No archived messages' },
};

/** What a view in an address shows; what has come and was not looked at, unless another is named. */
export function stateAt(view: string): MessageState {
  return MESSAGE_STATES.find((state) => state === view) ?? 'new';
}
