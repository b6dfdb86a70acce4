import { type FeedFormat, feedPath } from '#domain/articles/feeds/feed.ts';
import { permanentRedirect } from '../redirect.ts';
import type { ReaderPage } from '../reader-page.tsx';

/** Where WordPress, Ghost and others have the feed of all articles: programs try these paths. */
export const FEED_ALIASES = { '/feed': 'atom', '/rss': 'rss' } as const satisfies Record<string, FeedFormat>;

export const feedAlias =
  (format: FeedFormat): ReaderPage =>
  // oxlint-disable-next-line require-await
  async () =>
    permanentRedirect(feedPath('/', format));
