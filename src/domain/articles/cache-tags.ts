import type { SectionSlug } from '#domain/categories/section.ts';
import { sectionTag } from '#domain/categories/cache-tags.ts';
import { authorIdsOf, type Byline } from './bylines.ts';

/**
 * The tags by which writes invalidate pages. A page has the tags of everything it shows; a command invalidates the tags
 * of everything it changed.
 */
export const pageTags = {
  /** The article's page and everything else that shows the whole article. */
  article: (id: string) => `article:${id}`,
  /** Every listing that shows the article's title, excerpt or picture. */
  card: (id: string) => `card:${id}`,
  /** The listing of a section: its articles and their order. */
  section: sectionTag,
  /** Every other article that recommends it. */
  recommended: (id: string) => `recommended:${id}`,
  /** Articles that recommend the newest articles of a section. */
  related: (slug: SectionSlug) => `related:${slug}`,
  /** Articles of sections with too few articles, which recommend the newest of all sections. */
  newest: 'newest',
  /** Everything that shows the name or the picture of an author. */
  author: (id: string) => `author:${id}`,
  /** The page of an author: the biography, the articles and their order. */
  authorPage: (id: string) => `author-page:${id}`,
  /** The page of an article tag: its articles and their order. */
  articleTag: (slug: string) => `tag:${slug}`,
  /** Everything that lists the addresses of all authors. */
  authors: 'authors',
  /** The listing of all articles. */
  list: 'list',
  /** The home page that shows picked articles. */
  homePicks: 'home-picks',
  /** The sitemaps that list the newest articles or count all of them. */
  sitemap: 'sitemap',
  /** The sitemaps of the articles of a month; see `sitemapMonth`. */
  sitemapMonth: (month: string) => `sitemap:${month}`,
  /** Everything that shows the name and texts of the publication. */
  site: 'site',
} as const;

/** The tags of everything that an article card shows. */
export const cardTags = ({ id, bylines }: { readonly id: string; readonly bylines: readonly Byline[] }) => [
  pageTags.card(id),
  ...authorIdsOf(bylines).map(pageTags.author),
];
