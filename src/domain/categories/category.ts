import { ARTICLE_SECTIONS, type SectionSlug } from './section.ts';

/** The record of a section, or of the page of all articles: what an editor says about it. */
export interface Category {
  readonly id: string;
  readonly slug: CategorySlug;
  /** Plain text; empty while nobody has written one. */
  readonly description: string;
  /** Changes with the description; what a change of it is based on. */
  readonly revision: string;
}

/** The sections, and `articles` for the page of all of them. */
export type CategorySlug = SectionSlug | 'articles';

export const CATEGORY_SLUGS = [
  'articles',
  ...ARTICLE_SECTIONS.map((section) => section.slug),
] as const satisfies readonly CategorySlug[];

/** Characters. */
export const DESCRIPTION_LIMIT = 2000;
