import { type Section, sectionPath, type SectionSlug } from '#domain/categories/section.ts';
import { tagPath } from '../article.ts';
import { authorPath } from '../authors/author.ts';
import { authorIdsOf, type Byline } from '../bylines.ts';

/** Articles in a feed: about two weeks of a small publication, for feed readers that poll once a day. */
export const FEED_SIZE = 20;

export const FEED_FORMATS = ['atom', 'rss', 'json'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

const FILES: Readonly<Record<FeedFormat, string>> = { atom: 'feed.xml', rss: 'rss.xml', json: 'feed.json' };

/**
 * The path of a feed, below that of the page with the same articles.
 *
 * @param page `/` for all articles
 */
export const feedPath = (page: string, format: FeedFormat) => `${page === '/' ? '' : page}/${FILES[format]}`;

/** The tags of feeds by what they contain. They are purged whenever one of the articles changes. */
export const feedTags = {
  all: 'feed',
  section: (slug: SectionSlug) => `feed:section:${slug}`,
  author: (id: string) => `feed:author:${id}`,
  tag: (slug: string) => `feed:tag:${slug}`,
};

interface FeedArticleFields {
  readonly categorySlug: string;
  readonly bylines: readonly Byline[];
}

/** The page tags of all feeds that may contain an article, except those of its tags. */
export function feedTagsOf({ categorySlug, bylines }: FeedArticleFields): string[] {
  const { all, section, author } = feedTags;
  return [all, section(categorySlug), ...authorIdsOf(bylines).map(author)];
}

interface FeedPages {
  readonly sections: readonly Section[];
  /** Their slugs. */
  readonly authors: readonly string[];
  /** Slugs of tags of articles. */
  readonly tags: readonly string[];
}

/** The paths of the feeds of all articles, of sections, authors and tags, in every format. */
export function feedPathsOf({ sections, authors, tags }: FeedPages): string[] {
  const pages = ['/', ...sections.map(sectionPath), ...authors.map(authorPath), ...tags.map(tagPath)];
  return pages.flatMap((page) => FEED_FORMATS.map((format) => feedPath(page, format)));
}
