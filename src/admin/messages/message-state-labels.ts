import { MESSAGE_STATES, type MessageState } from '#domain/contact/message.ts';
import type { StateLabels } from '../dashboard/state-views.ts';

/** `label` is that of the state of a message too; `empty` is shown if there are messages in other states. */
export const STATE_LABELS: Readonly<Record<MessageState, StateLabels>> = {
  new: { label: 'New', heading: 'New messages', empty: 'No new messages' },
  read: { label: 'Read', heading: 'Read messages', empty: 'No read messages' },
  archived: { label: 'Archived', heading: 'Archived messages', empty: 'No archived messages' },
};

/** The message state of a sub-view; `new` by default. */
export function stateForView(view: string): MessageState {
  return MESSAGE_STATES.find((state) => state === view) ?? 'new';
}
