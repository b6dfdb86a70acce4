import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import type { Feed } from './feed-document.ts';

/**
 * The id of an article in every feed and format: its UUID, so that feed readers recognize an article whose URL or domain
 * changed.
 */
export const entryId = ({ id }: Pick<FeedArticle, 'id'>) => `urn:uuid:${id}`;

/** When one of the articles was last changed; the beginning of time for an empty feed. */
export const lastUpdate = ({ articles }: Feed): Date =>
  new Date(Math.max(0, ...articles.map(({ updatedAt }) => updatedAt.getTime())));
