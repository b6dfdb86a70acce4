import type { SubscriberState } from '#domain/newsletter/subscriber.ts';

export const SUBSCRIBER_STATE_LABELS: Readonly<Record<SubscriberState, string>> = {
  confirmed: 'Confirmed',
  pending: 'Not confirmed yet',
  unsubscribed: 'Unsubscribed',
  suspended: 'Suspended',
  blocked: 'Blocked',
};
