import { articlePath } from '#domain/articles/article.ts';
import { authorPath } from '#domain/articles/authors/author.ts';
import type { FeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import type { Site } from '#domain/site/site.ts';
import type { Feed, FeedContext } from './feed-document.ts';
import { entryId } from './feed-entry.ts';
import { feedText, leadPictureUrl } from './feed-text.ts';

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed({ title, description, articles }: Feed, context: FeedContext): string {
  const { site, selfUrl, pageUrl } = context;
  const { hub } = site.discovery;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: selfUrl,
    description,
    authors: [{ name: site.name, url: `${site.url}/` }],
    language: site.locale,
    ...(hub === null ? {} : { hubs: [{ type: 'WebSub', url: hub }] }),
    items: articles.map((article) => jsonFeedItem(article, site)),
  });
}

/** One article. */
export function jsonFeedItem(article: FeedArticle, site: Site) {
  const { title, excerpt, sectionSlug, tags, authors, picture, publishDate, updatedAt, lang } = article;
  const text = feedText(article, site.url);
  return {
    id: entryId(article),
    url: site.url + articlePath(article.slug),
    title,
    summary: excerpt,
    // An item has at least one of the two.
    ...(text === null ? { content_text: excerpt } : { content_html: text }),
    ...(picture === null ? {} : { image: leadPictureUrl(picture, site.url) }),
    date_published: publishDate.toISOString(),
    date_modified: updatedAt.toISOString(),
    authors: authors.map(({ name, slug }) => ({
      name,
      ...(slug === null ? {} : { url: site.url + authorPath(slug) }),
    })),
    tags: [site.sections.get(sectionSlug).shortName, ...tags],
    language: lang || site.locale,
  };
}
