import { FEED_FORMATS, feedPath } from '#domain/articles/feeds/feed.ts';
import { FEED_TYPES } from './feed-types.ts';

const NAMES = { atom: 'Atom', rss: 'RSS', json: 'JSON' } as const;

interface FeedLinksProps {
  readonly title: string;
  /** Path of the page whose articles the feeds contain. */
  readonly page: string;
}

/** The links by which feed readers find the feeds of a page. */
export function FeedLinks({ title, page }: FeedLinksProps) {
  return FEED_FORMATS.map((format) => (
    <link
      key={format}
      rel="alternate"
      type={FEED_TYPES[format]}
      title={`${title} (${NAMES[format]})`}
      href={feedPath(page, format)}
    />
  ));
}
