import { type FeedFormat, feedPath } from '#domain/articles/feeds/feed.ts';
import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import { tagUri } from '#domain/articles/feeds/feed-id.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Site } from '#domain/site/site.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import type { PageRequest, Publication } from '../publication.ts';
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

/** The year in which this kind of id was introduced. */
const ID_DATE = '2026';

/**
 * The id of a feed that has no UUID.
 *
 * @param specific what the feed contains, independent of the path of its page
 * @param page path of the page with the same articles
 */
export const feedId = ({ url }: Pick<Site, 'url'>, specific: string, page: string): string =>
  tagUri(url, ID_DATE, specific) ?? url + page;

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

/**
 * Renders a feed. Browsers get the Atom feed in place of JSON, which has no style sheet.
 *
 * If the settings name a WebSub hub, it is announced in the document and in the header (W3C WebSub, 4).
 */
export function renderFeed(
  { site, assets }: Publication,
  feed: Feed,
  requested: FeedFormat,
  { prefersPage }: Pick<PageRequest, 'prefersPage'>,
): Rendered {
  const format = prefersPage ? 'atom' : requested;
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
      ...(requested === 'json' ? { vary: 'Accept, Accept-Encoding' } : {}),
      ...(hub === null ? {} : { link: `<${new URL(hub).href}>; rel="hub", <${selfUrl}>; rel="self"` }),
    },
    body,
    tags: [...feed.tags, pageTags.site],
  };
}
