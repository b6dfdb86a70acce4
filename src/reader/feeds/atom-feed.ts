import { type ArticleSummary, articlePath } from '#domain/articles/article.ts';
import { authorPath } from '#domain/articles/authors/author.ts';
import { findAuthorSlugs } from '#domain/articles/authors/queries.server.ts';
import { authorIdsOf } from '#domain/articles/bylines.ts';
import type { Site } from '#domain/site/site.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import type { Publication } from '../publication.ts';
import { FEED_TYPE } from './feed-path.ts';
import { type Element, element } from '../xml.ts';

/** Number of articles in a feed: about two weeks of a small publication, for feed readers that poll once a day. */
export const FEED_SIZE = 20;

const BEGINNING = new Date(0);

interface Feed {
  /** An IRI that never changes. */
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly path: string;
  /** The page with the same articles. */
  readonly pagePath: string;
  /** Newest first. */
  readonly articles: readonly ArticleSummary[];
  readonly tags: readonly string[];
}

/**
 * Articles as an Atom feed (RFC 4287): title, excerpt, date and authors, the same fields as an article card. The body is
 * left out: with it, the feed would carry the article tags and be re-rendered at every comment on one of its articles.
 */
export async function atomFeed({ db, site }: Publication, feed: Feed): Promise<Rendered> {
  const { articles } = feed;
  const slugs = await findAuthorSlugs(db, authorIdsOf(articles.flatMap(({ bylines }) => bylines)));
  const root = element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' }, [
    element('id', {}, feed.id),
    element('title', {}, feed.title),
    element('subtitle', {}, feed.subtitle),
    element('link', { rel: 'self', type: FEED_TYPE, href: site.url + feed.path }),
    element('link', { rel: 'alternate', type: 'text/html', href: site.url + feed.pagePath }),
    element('updated', {}, (articles[0]?.publishDate ?? BEGINNING).toISOString()),
    element('author', {}, [element('name', {}, site.name)]),
    ...articles.map((article) => entry(article, slugs, site)),
  ]);
  return {
    status: 200,
    headers: { 'content-type': `${FEED_TYPE}; charset=utf-8` },
    body: `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`,
    tags: feed.tags,
  };
}

/** The entry id is the article's UUID, so that feed readers recognize an article whose URL changed. */
function entry(
  { id, slug, title, excerpt, sectionSlug, bylines, publishDate, lang }: ArticleSummary,
  slugs: ReadonlyMap<string, string>,
  { url: siteUrl, sections }: Pick<Site, 'url' | 'sections'>,
): Element {
  return element('entry', lang === '' ? {} : { 'xml:lang': lang }, [
    element('id', {}, `urn:uuid:${id}`),
    element('title', {}, title),
    element('link', { rel: 'alternate', type: 'text/html', href: siteUrl + articlePath(slug) }),
    element('published', {}, publishDate.toISOString()),
    element('updated', {}, publishDate.toISOString()),
    ...bylines.map(({ author, name }) => {
      const authorSlug = slugs.get(author ?? '');
      const uri = authorSlug === undefined ? [] : [element('uri', {}, siteUrl + authorPath(authorSlug))];
      return element('author', {}, [element('name', {}, name), ...uri]);
    }),
    element('category', { term: sectionSlug, label: sections.get(sectionSlug).shortName }),
    element('summary', {}, excerpt),
  ]);
}
