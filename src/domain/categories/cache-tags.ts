import type { SectionSlug } from './section.ts';

/**
 * The tag of every page that shows a section; with `articles`, of the page of all articles, which shows its subtitle.
 */
export const sectionTag = (slug: SectionSlug) => `section:${slug}`;

/** The tag of everything that depends on the sections themselves: their names, order, descriptions and paths. */
export const SECTIONS_TAG = 'sections';
