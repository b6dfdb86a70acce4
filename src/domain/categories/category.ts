import { ARTICLE_SECTIONS, type SectionSlug } from './section.ts';

/** The editable record of a section, or of the page of all articles. */
export interface Category {
  readonly id: string;
  readonly slug: CategorySlug;
  /** Plain text; empty if none was entered. */
  readonly description: string;
  /** Derived from the description. An update must name the current revision. */
  readonly revision: string;
}

/** The sections, and `articles` for the page of all articles. */
export type CategorySlug = SectionSlug | 'articles';

export const CATEGORY_SLUGS = [
  'articles',
  ...ARTICLE_SECTIONS.map((section) => section.slug),
] as const satisfies readonly CategorySlug[];

/** Characters. */
export const DESCRIPTION_MAX_LENGTH = 2000;
