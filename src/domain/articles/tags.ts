import type { SectionSlug } from '#domain/categories/section.ts';
import { sectionTag } from '#domain/categories/tags.ts';

/**
 * The words in which writes tell pages that they are stale. A page carries the tags of all it shows; a command
 * touches the tags of all it changed.
 */
export const pageTags = {
  /** The article's own page and what else tells all of it. */
  article: (id: string) => `article:${id}`,
  /** Every listing that shows the article: its title, excerpt, picture. */
  card: (id: string) => `card:${id}`,
  /** The listing of a section: which articles, in which order. */
  section: sectionTag,
  /** Every other article that recommends it. */
  recommended: (id: string) => `recommended:${id}`,
  /** Articles that recommend the newest of a section. */
  related: (slug: SectionSlug) => `related:${slug}`,
  /** Articles of a section with too few others: they recommend the newest of all. */
  newest: 'newest',
  /** The listing of all articles. */
  list: 'list',
  /** Everything that shows the publication's own name and texts. */
  site: 'site',
} as const;
