import type { SectionSlug } from '#domain/categories/section.ts';

/**
 * The words in which writes tell pages that they are stale. A page carries the tags of all it shows; a command
 * touches the tags of all it changed.
 */
export const pageTags = {
  article: (id: string) => `article:${id}`,
  section: (slug: SectionSlug | 'articles') => `section:${slug}`,
  /** The listing of all articles. */
  list: 'list',
  /** Everything that shows the publication's own name and texts. */
  site: 'site',
} as const;
