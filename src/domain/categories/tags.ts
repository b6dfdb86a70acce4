import type { SectionSlug } from './section.ts';

/** The tag of every page that shows a section, or with `articles` the subtitle of the page of all articles. */
export const sectionTag = (slug: SectionSlug | 'articles') => `section:${slug}`;
