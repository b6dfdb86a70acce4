import type { FeedFormat } from '#domain/articles/feeds/feed.ts';

/** Media types in links: RFC 4287, section 7; the RSS Advisory Board; JSON Feed 1.1. */
export const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
};

/**
 * The `content-type` of the response. Browsers show the types above as source text or save them; XML they show with its
 * style sheet. Feed readers recognise a feed by its root element.
 */
export const RESPONSE_TYPES: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/xml',
  rss: 'application/xml',
  json: FEED_TYPES.json,
};
