/** The events that a webhook can receive, in the order in which the newsroom offers them. */
export const WEBHOOK_EVENTS = [
  'article.published',
  'article.updated',
  'article.unpublished',
  'comment.created',
  'comment.published',
  'subscriber.confirmed',
  'subscriber.unsubscribed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent on request of an administrator, whatever events the webhook receives. */
export const TEST_EVENT = 'webhook.test';
export type DeliveredEvent = WebhookEvent | typeof TEST_EVENT;

/** Each webhook has at most one request at a time, so this is also the number of concurrent requests. */
export const WEBHOOK_LIMIT = 10;
/** Characters. */
export const NAME_MAX_LENGTH = 100;
export const URL_MAX_LENGTH = 1_000;

/** How long the former secret is valid after a new one was created. */
export const SECRET_OVERLAP_HOURS = 24;
/** A webhook whose receiver accepts nothing for this long is switched off. */
export const FAILING_DAYS = 5;
/** For how long finished deliveries are stored. */
export const DELIVERY_RETENTION_DAYS = 30;

/**
 * Why the site itself switched a webhook off: the receiver answered 410, it accepted nothing for days, or the secret cannot be
 * decrypted.
 */
export const DISABLED_REASONS = ['gone', 'failing', 'unreadable_secret'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** `canceled`: the webhook was switched off, or the site was restored from a backup, before the receiver accepted it. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A receiver of events. Its secret is in no query but the one that signs. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly isEnabled: boolean;
  /** Null if it is on, and if a person switched it off. */
  readonly disabledReason: DisabledReason | null;
  /** The time since which no request succeeded; null after a success. */
  readonly failingSince: Date | null;
  /** Until when the former secret is valid as well; null without one. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One event for one webhook, and how its last request ended. */
export interface Delivery {
  /** Also the `webhook-id` of every request. */
  readonly id: string;
  readonly event: DeliveredEvent;
  readonly state: DeliveryState;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly attemptedAt: Date | null;
  /** Time of the next request of a pending delivery. */
  readonly dueAt: Date;
  /** Status of the last response; null if there was none. */
  readonly responseStatus: number | null;
  readonly durationMs: number | null;
  /** A sentence; null after a success and before the first request. */
  readonly error: string | null;
}
