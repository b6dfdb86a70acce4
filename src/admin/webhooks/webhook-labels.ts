import type { DeliveredEvent, DeliveryState, DisabledReason } from '#domain/webhooks/webhook.ts';
import { shortDateTime } from '../components/dates.ts';
import { type Delivery, isBeingSent, type Webhook } from './webhook-queries.ts';

export const EVENT_LABELS: Readonly<Record<DeliveredEvent, string>> = {
  'article.published': 'Article published',
  'article.updated': 'Published article changed',
  'article.unpublished': 'Article unpublished or deleted',
  'comment.created': 'Comment posted, also if it is held',
  'comment.published': 'Comment published',
  'subscriber.confirmed': 'Subscriber confirmed',
  'subscriber.unsubscribed': 'Subscriber unsubscribed',
  'webhook.test': 'Test event',
};

const DISABLED_TEXTS: Readonly<Record<DisabledReason, string>> = {
  gone: 'Switched off: the receiver answered that it is gone (410)',
  failing: 'Switched off: the receiver accepted nothing for five days',
  unreadable_secret: 'Switched off: its secret cannot be decrypted; replace it',
};

interface Status {
  readonly label: string;
  readonly className: string;
}

export function webhookStatus({ is_enabled, disabled_reason, failing_since }: Webhook): Status {
  if (disabled_reason !== null)
    return { label: DISABLED_TEXTS[disabled_reason], className: 'status status-changed status-trash' };
  if (!is_enabled) return { label: 'Off', className: 'status status-draft' };
  if (failing_since === null) return { label: 'On', className: 'status' };
  return {
    label: `Failing since ${shortDateTime(failing_since)}`,
    className: 'status status-changed status-pending',
  };
}

const STATES: Readonly<Record<DeliveryState, Status>> = {
  pending: { label: 'Will be tried again', className: 'status status-pending' },
  delivered: { label: 'Delivered', className: 'status' },
  failed: { label: 'Failed', className: 'status status-trash' },
  canceled: { label: 'Canceled', className: 'status status-draft' },
};

export const deliveryStatus = (delivery: Delivery): Status =>
  isBeingSent(delivery)
    ? { label: 'Being sent', className: 'status status-scheduled' }
    : STATES[delivery.state];

/** "Status 204 · 35 ms · 2 attempts", or what is known of it. */
export function attemptText({ response_status, duration_ms, attempts }: Delivery): string {
  const response = response_status === null ? [] : [`Status ${response_status}`];
  const duration = duration_ms === null ? [] : [`${duration_ms} ms`];
  const count = attempts < 2 ? [] : [`${attempts} attempts`];
  return [...response, ...duration, ...count].join(' · ');
}
