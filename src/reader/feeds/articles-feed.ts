import { type ArticleSummary, articlePath } from '#domain/articles/article.ts';
import { listArticlesSince } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { getSection } from '#domain/categories/section.ts';
import type { Site } from '#domain/site/site.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { FEED_PATH, FEED_TYPE } from './feed-path.ts';
import { type Element, element } from '../xml.ts';

/** Number of articles in the feed: about two weeks of a small publication, for feed readers that poll once a day. */
const FEED_SIZE = 20;

const BEGINNING = new Date(0);

/**
 * The newest articles as an Atom feed (RFC 4287): title, excerpt and date, the same fields as an article card. The body is
 * left out: with it, the feed would carry the article tags and be re-rendered at every comment on one of its articles.
 */
export const articlesFeed: ReaderPage = async ({ db, site }) => {
  const articles = await listArticlesSince(db, BEGINNING, FEED_SIZE);
  const feed = element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' }, [
    element('id', {}, `${site.url}/`),
    element('title', {}, site.name),
    element('subtitle', {}, site.tagline),
    element('link', { rel: 'self', type: FEED_TYPE, href: site.url + FEED_PATH }),
    element('link', { rel: 'alternate', type: 'text/html', href: `${site.url}/` }),
    element('updated', {}, (articles[0]?.publishDate ?? BEGINNING).toISOString()),
    element('author', {}, [element('name', {}, site.name)]),
    ...articles.map((article) => entry(article, site)),
  ]);
  return {
    status: 200,
    headers: { 'content-type': `${FEED_TYPE}; charset=utf-8` },
    body: `<?xml version="1.0" encoding="utf-8"?>\n${feed.xml}\n`,
    tags: [pageTags.list, ...articles.map(({ id }) => pageTags.card(id)), pageTags.site],
  };
};

/** The entry id is the article's UUID, so that feed readers recognize an article whose URL changed. */
function entry(
  { id, slug, title, excerpt, sectionSlug, publishDate, lang }: ArticleSummary,
  site: Site,
): Element {
  return element('entry', lang === '' ? {} : { 'xml:lang': lang }, [
    element('id', {}, `urn:uuid:${id}`),
    element('title', {}, title),
    element('link', { rel: 'alternate', type: 'text/html', href: site.url + articlePath(slug) }),
    element('published', {}, publishDate.toISOString()),
    element('updated', {}, publishDate.toISOString()),
    element('category', { term: sectionSlug, label: getSection(sectionSlug).names.badge }),
    element('summary', {}, excerpt),
  ]);
}
