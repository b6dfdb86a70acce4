import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import type { Feed } from './feed-document.ts';

/** The id of an article in every feed and format. Feed readers recognize by it an article whose URL or domain changed. */
export const entryId = ({ id, feedId }: Pick<FeedArticle, 'id' | 'feedId'>) => feedId ?? `urn:uuid:${id}`;

/** When one of the articles was last changed; the beginning of time for an empty feed. */
export const lastUpdate = ({ articles }: Feed): Date =>
  new Date(Math.max(0, ...articles.map(({ updatedAt }) => updatedAt.getTime())));
