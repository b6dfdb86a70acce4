import type { OutlineKind } from './outline-kinds.ts';

/** Pages of a publication, drafts included. All published ones are in memory, and linked from every page. */
export const PAGE_LIMIT = 100;

/** Slugs at which one page was published. They are in memory as well. */
export const PAGE_SLUG_LIMIT = 50;

/** Slugs of deleted pages that answer 410. Older ones are forgotten. They are in memory as well. */
export const DELETED_SLUG_LIMIT = 1000;

export const ownPagePath = (slug: string) => `/${slug}`;

/** What is known about a published page without a query. */
export interface PublishedPageLink {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** BCP 47; empty for the language of the site. */
  readonly lang: string;
  readonly inFooter: boolean;
  readonly kind: OutlineKind | null;
}

/** All published pages. Immutable; a new object after each change. */
export interface PageDirectory {
  /** In the order in which they were created. */
  readonly pages: readonly PublishedPageLink[];
  /** The page that has this slug, or was published at it. */
  find(slug: string): PublishedPageLink | undefined;
  /** Whether a deleted page was published at this slug, and no other page is. */
  isDeleted(slug: string): boolean;
}

export const NO_PAGES: PageDirectory = { pages: [], find: () => undefined, isDeleted: () => false };

/** A page as its view shows it. */
export interface ShownPage {
  readonly title: string;
  readonly excerpt: string;
  /** HTML, rendered for readers. */
  readonly body: string;
  readonly lang: string;
}

/** The tags by which writes invalidate what shows the pages of the publication. */
export const ownPageTags = {
  /** The page itself and the redirects to it. */
  page: (id: string) => `page:${id}`,
  /** Everything that lists the addresses of all pages. */
  list: 'pages',
} as const;
