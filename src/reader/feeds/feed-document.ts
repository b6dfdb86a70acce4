import { type FeedFormat, feedPath } from '#domain/articles/feeds/feed.ts';
import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import type { Publication } from '../publication.ts';
import { atomFeed } from './atom-feed.ts';
import { RESPONSE_TYPES } from './feed-types.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss-feed.ts';

/** Articles of one page as a feed, in any format. */
export interface Feed {
  /** An IRI that never changes. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Path of the page with the same articles. */
  readonly page: string;
  /** Newest first. */
  readonly articles: readonly FeedArticle[];
  readonly tags: readonly string[];
}

/** What a writer needs besides the feed. All URLs are absolute. */
export interface FeedContext {
  readonly site: Publication['site'];
  /** URL of the style sheet for browsers. */
  readonly styleSheet: string;
  readonly selfUrl: string;
  readonly pageUrl: string;
}

const WRITERS: Readonly<Record<FeedFormat, (feed: Feed, context: FeedContext) => string>> = {
  atom: atomFeed,
  rss: rssFeed,
  json: jsonFeed,
};

/** Renders a feed. If the settings name a WebSub hub, it is announced in the document and in the header (W3C WebSub, 4). */
export function renderFeed({ site, assets }: Publication, feed: Feed, format: FeedFormat): Rendered {
  const selfUrl = site.url + feedPath(feed.page, format);
  const { hub } = site.discovery;
  const body = WRITERS[format](feed, {
    site,
    styleSheet: assets.url('src/reader/feeds/feed.css'),
    selfUrl,
    pageUrl: site.url + feed.page,
  });
  return {
    status: 200,
    headers: {
      'content-type': `${RESPONSE_TYPES[format]}; charset=utf-8`,
      ...(hub === null ? {} : { link: `<${new URL(hub).href}>; rel="hub", <${selfUrl}>; rel="self"` }),
    },
    body,
    tags: [...feed.tags, pageTags.site],
  };
}
