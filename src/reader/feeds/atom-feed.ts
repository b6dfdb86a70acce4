import { articlePath } from '#domain/articles/article.ts';
import { authorPath, type ShownAuthor } from '#domain/articles/authors/author.ts';
import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import { type Element, element } from '../xml.ts';
import type { Feed, FeedContext } from './feed-document.ts';
import { entryId, lastUpdate } from './feed-entry.ts';
import { feedText } from './feed-text.ts';
import { FEED_TYPES } from './feed-types.ts';
import { BROWSER_NAMESPACE, browserLink, browserNote, xmlDocument } from './feed-xml.ts';

/** Atom (RFC 4287). */
export function atomFeed(feed: Feed, context: FeedContext): string {
  const { site, selfUrl, pageUrl } = context;
  const { hub } = site.discovery;
  const attributes = {
    xmlns: 'http://www.w3.org/2005/Atom',
    ...BROWSER_NAMESPACE,
    'xml:lang': site.locale,
  };
  const root = element('feed', attributes, [
    element('id', {}, feed.id),
    element('title', {}, feed.title),
    element('subtitle', {}, feed.description),
    element('link', { rel: 'self', type: FEED_TYPES.atom, href: selfUrl }),
    element('link', { rel: 'alternate', type: 'text/html', href: pageUrl }),
    ...(hub === null ? [] : [element('link', { rel: 'hub', href: hub })]),
    element('updated', {}, lastUpdate(feed).toISOString()),
    element('author', {}, [element('name', {}, site.name), element('uri', {}, `${site.url}/`)]),
    ...browserNote(feed, context),
    ...feed.articles.map((article) => entry(article, context)),
  ]);
  return xmlDocument(root, context);
}

function entry(article: FeedArticle, { site }: FeedContext): Element {
  const { title, excerpt, sectionSlug, tags, authors, publishDate, updatedAt, lang } = article;
  const url = site.url + articlePath(article.slug);
  const text = feedText(article, site.url);
  return element('entry', lang === '' ? {} : { 'xml:lang': lang }, [
    element('id', {}, entryId(article)),
    element('title', {}, title),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('published', {}, publishDate.toISOString()),
    element('updated', {}, updatedAt.toISOString()),
    ...authors.map((author) => person(author, site.url)),
    element('category', { term: sectionSlug, label: site.sections.get(sectionSlug).shortName }),
    ...tags.map((tag) => element('category', { term: tag })),
    element('summary', {}, excerpt),
    ...(text === null ? [] : [element('content', { type: 'html' }, text)]),
    browserLink(url),
  ]);
}

function person({ name, slug }: ShownAuthor, siteUrl: string): Element {
  const uri = slug === null ? [] : [element('uri', {}, siteUrl + authorPath(slug))];
  return element('author', {}, [element('name', {}, name), ...uri]);
}
