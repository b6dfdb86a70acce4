import type { Message } from './message-queries.ts';

/** What became of the mail to the owner, in words. */
export interface DeliveryWords {
  readonly tone: 'well' | 'waiting' | 'failed' | 'none';
  readonly text: string;
}

type Status = NonNullable<Message['delivery']>['status'];

const WAITING: DeliveryWords = { tone: 'waiting', text: 'Waiting to be mailed' };
const WORDS: Readonly<Record<Status, DeliveryWords>> = {
  accepted: { tone: 'well', text: 'Mailed to you' },
  queued: WAITING,
  handed_over: WAITING,
  refused: { tone: 'failed', text: 'Could not be mailed' },
  unknown: { tone: 'failed', text: 'May not have been mailed' },
};

export function deliveryWords(delivery: Message['delivery']): DeliveryWords {
  if (delivery === null) return { tone: 'none', text: 'No mail on record' };
  const { tone, text } = WORDS[delivery.status];
  return { tone, text: tone === 'failed' ? because(text, delivery.last_error) : text };
}

/** What there is to add where there is room for it. */
export function deliveryDetail(delivery: Message['delivery']): string | null {
  if (delivery === null)
    return 'None was sent, because it looked like the work of a program, or it was sent so long ago that its trace is gone.';
  if (delivery.settled_at !== null || delivery.attempts === 0) return null;
  const times = delivery.attempts === 1 ? 'once' : `${delivery.attempts} times`;
  return because(`Tried ${times} so far`, delivery.last_error);
}

function because(what: string, reason: string | null): string {
  return reason === null ? what : `${what}: ${reason}`;
}
