import { feedPath } from '#domain/articles/feeds/feed.ts';
import type { RedirectRule } from '#domain/redirects/redirect.ts';

/**
 * Where WordPress, Ghost and others have the feed of all articles: programs try these paths. They redirect unless the publication
 * has a section, a page or a redirect there.
 */
export const FEED_ALIASES: ReadonlyMap<string, RedirectRule> = new Map(
  (
    [
      ['/feed', 'atom'],
      ['/rss', 'rss'],
    ] as const
  ).map(([source, format]) => [source, { kind: 'exact', source, target: feedPath('/', format) }]),
);
