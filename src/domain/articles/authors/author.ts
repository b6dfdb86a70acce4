import type { Picture } from '#domain/images/image.ts';

/** Characters. */
export const BIO_MAX_LENGTH = 1000;
export const PICTURE_ALT_MAX_LENGTH = 200;

/** Links of one author. */
export const AUTHOR_LINK_LIMIT = 10;

/** An author in the byline of an article. */
export interface ShownAuthor {
  readonly name: string;
  /** Null for a name without a profile. */
  readonly slug: string | null;
  /** Null when the initials are shown instead. */
  readonly picture: Picture | null;
  /** The name is, or was, that of the publication itself. */
  readonly isOrganization: boolean;
}

/** The profile of an author as readers see it. */
export interface AuthorProfile {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Plain text; paragraphs are separated by blank lines. */
  readonly bio: string;
  readonly picture: Picture | null;
  /** https URLs. */
  readonly links: readonly string[];
  readonly isOrganization: boolean;
}

export const authorPath = (slug: string) => `/author/${slug}`;
