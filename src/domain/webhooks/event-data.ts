import type { DeliveredEvent } from './webhook.ts';

/*
 * The `data` of events. Dates are ISO texts. The members that end in `url` are stored as paths of this site, so that a changed
 * PUBLIC_URL applies to what is still to be sent; `renderBody` completes them.
 */

export interface ArticleData {
  readonly id: string;
  readonly url: string;
  /** The address before this change; null if it is the same. */
  readonly previous_url: string | null;
  readonly title: string;
  readonly excerpt: string;
  /** The slug of the section. */
  readonly section: string;
  /** Names, in the order of the bylines. */
  readonly authors: readonly string[];
  readonly tags: readonly string[];
  readonly published_at: string | null;
  readonly updated_at: string;
}

export interface UnpublishedArticleData {
  readonly id: string;
  /** Where readers could see it. */
  readonly url: string;
  readonly reason: 'unpublished' | 'deleted';
}

/** Neither the text nor its author: a receiver would keep both after the comment was deleted here. */
export interface CommentData {
  readonly id: string;
  readonly state: 'published' | 'held';
  /** Null for a comment that is held for moderation. */
  readonly url: string | null;
  readonly article: { readonly id: string; readonly url: string };
}

/** Without the address: what is left after the subscriber was deleted here identifies nobody. */
export interface SubscriberData {
  readonly id: string;
}

export interface EndedSubscriptionData extends SubscriberData {
  readonly reason: 'unsubscribed' | 'blocked' | 'deleted';
}

export interface TestData {
  readonly message: string;
}

/** The `data` of each event. */
export interface EventDataByType extends Record<DeliveredEvent, object> {
  readonly 'article.published': ArticleData;
  readonly 'article.updated': ArticleData;
  readonly 'article.unpublished': UnpublishedArticleData;
  readonly 'comment.created': CommentData;
  readonly 'comment.published': CommentData;
  readonly 'subscriber.confirmed': SubscriberData;
  readonly 'subscriber.unsubscribed': EndedSubscriptionData;
  readonly 'webhook.test': TestData;
}
export type EventData = EventDataByType[DeliveredEvent];

interface RenderedEvent {
  readonly event: DeliveredEvent;
  readonly createdAt: Date;
  readonly data: EventData;
}

/** The body of a request: `type`, `timestamp` and `data`, as Standard Webhooks recommends. */
export function renderBody({ event, createdAt, data }: RenderedEvent, publicUrl: string): string {
  const completed = (key: string, value: unknown) =>
    (key === 'url' || key === 'previous_url') && typeof value === 'string' ? publicUrl + value : value;
  return JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data }, completed);
}
