import { mailFilesNote } from '../email-text.ts';
import type { Message } from './message-queries.ts';

/** The delivery status of the email to the owner, as text. */
export interface DeliveryLabel {
  readonly tone: 'success' | 'pending' | 'failed' | 'none';
  readonly text: string;
}

type Status = NonNullable<Message['delivery']>['status'];

const PENDING: DeliveryLabel = { tone: 'pending', text: 'Waiting to be emailed' };
const LABELS: Readonly<Record<Status, DeliveryLabel>> = {
  accepted: { tone: 'success', text: 'Emailed to you' },
  queued: PENDING,
  handed_over: PENDING,
  refused: { tone: 'failed', text: 'Could not be emailed' },
  unknown: { tone: 'failed', text: 'May not have been emailed' },
};

/** Without a mail server. */
const WRITTEN: DeliveryLabel = { tone: 'none', text: 'Written to a file, not emailed' };

export function deliveryLabel(delivery: Message['delivery']): DeliveryLabel {
  if (delivery === null) return { tone: 'none', text: 'No email on record' };
  if (delivery.status === 'accepted' && mailFilesNote() !== undefined) return WRITTEN;
  const { tone, text } = LABELS[delivery.status];
  return { tone, text: tone === 'failed' ? withReason(text, delivery.last_error) : text };
}

/** A longer explanation for the message dialog; null for none. */
export function deliveryDetail(delivery: Message['delivery']): string | null {
  if (delivery === null) return 'Suspected spam, or the record has expired.';
  if (delivery.status === 'accepted') return mailFilesNote() ?? null;
  if (delivery.settled_at !== null || delivery.attempts === 0) return null;
  const times = delivery.attempts === 1 ? 'once' : `${delivery.attempts} times`;
  return withReason(`Tried ${times} so far`, delivery.last_error);
}

function withReason(text: string, reason: string | null): string {
  return reason === null ? text : `${text}: ${reason}`;
}
