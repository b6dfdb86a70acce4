import type { SubscriberState } from '#domain/newsletter/subscriber.ts';

/** What each state is called. */
export const STATE_WORDS: Readonly<Record<SubscriberState, string>> = {
  confirmed: 'Confirmed',
  pending: 'Not confirmed yet',
  unsubscribed: 'Unsubscribed',
  suspended: 'Suspended',
  blocked: 'Blocked',
};
