/** The editable record of a section, or of the page of all articles. */
export interface Category {
  readonly id: string;
  readonly slug: string;
  /** Plain text; empty if none was entered. */
  readonly description: string;
  /** Derived from the description. An update must name the current revision. */
  readonly revision: string;
}

/** The slug of the record of the page of all articles. */
export const ALL_ARTICLES = 'articles';

/** Characters. */
export const DESCRIPTION_MAX_LENGTH = 2000;
