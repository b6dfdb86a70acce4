import { articlePath } from '#domain/articles/article.ts';
import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import type { Site } from '#domain/site/site.ts';
import { type Element, element } from '../xml.ts';
import type { Feed, FeedContext } from './feed-document.ts';
import { entryId, lastUpdate } from './feed-entry.ts';
import { feedText } from './feed-text.ts';
import { FEED_TYPES } from './feed-types.ts';
import { BROWSER_NAMESPACE, browserLink, browserNote, xmlDocument } from './feed-xml.ts';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  ...BROWSER_NAMESPACE,
};

/**
 * RSS 2.0 (https://www.rssboard.org/rss-specification) with the full text in `content:encoded`. Authors are `dc:creator`,
 * because the `author` of RSS is an email address.
 */
export function rssFeed(feed: Feed, context: FeedContext): string {
  const { site, selfUrl, pageUrl } = context;
  const { hub } = site.discovery;
  const updated = feed.articles.length === 0 ? [] : [element('lastBuildDate', {}, rfc822(lastUpdate(feed)))];
  const root = element('rss', { version: '2.0', ...NAMESPACES }, [
    element('channel', {}, [
      element('title', {}, feed.title),
      element('link', {}, pageUrl),
      element('description', {}, feed.description),
      element('language', {}, site.locale),
      ...updated,
      element('atom:link', { rel: 'self', type: FEED_TYPES.rss, href: selfUrl }),
      ...(hub === null ? [] : [element('atom:link', { rel: 'hub', href: hub })]),
      ...browserNote(feed, context),
      ...feed.articles.map((article) => rssFeedItem(article, site)),
    ]),
  ]);
  return xmlDocument(root, context);
}

/** One article. */
export function rssFeedItem(article: FeedArticle, site: Site): Element {
  const { title, excerpt, sectionSlug, tags, authors, publishDate } = article;
  const url = site.url + articlePath(article.slug);
  const text = feedText(article, site.url);
  return element('item', {}, [
    element('title', {}, title),
    element('link', {}, url),
    element('guid', { isPermaLink: 'false' }, entryId(article)),
    element('pubDate', {}, rfc822(publishDate)),
    ...authors.map(({ name }) => element('dc:creator', {}, name)),
    ...[site.sections.get(sectionSlug).shortName, ...tags].map((name) => element('category', {}, name)),
    element('description', {}, excerpt),
    ...(text === null ? [] : [element('content:encoded', {}, text)]),
    browserLink(url),
  ]);
}

/** `Sun, 22 Nov 2026 20:00:00 GMT`, a date of RFC 822 with a year of four digits. */
const rfc822 = (date: Date) => date.toUTCString();
