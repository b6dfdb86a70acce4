import type { SectionSlug } from '#domain/categories/section.ts';

/** The fields of an article that an editor can set. */
export interface ArticleFields {
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  /** HTML. */
  readonly content: string;
  readonly sectionSlug: SectionSlug;
  readonly authorName: string;
  readonly authorImage: string;
  readonly readTime: string;
  /** An editor set `readTime`, even if it equals the default or the computed value. */
  readonly readTimeTyped: boolean;
  readonly featured: boolean;
  /** URL of the lead picture; empty without one. */
  readonly image: string;
  /** Null while the lead picture has no text alternative; empty when it is decorative. */
  readonly imageAlt: string | null;
  readonly tags: readonly string[];
  /** BCP 47, canonical; empty for the language of the site. */
  readonly lang: string;
  readonly isDraft: boolean;
}

/** Characters. The limits of title and excerpt are also database constraints. */
export const TEXT_MAX_LENGTHS = {
  title: 300,
  excerpt: 1000,
  author_name: 200,
  read_time: 60,
  image_alt: 500,
} as const;

/** Characters. */
export const URL_MAX_LENGTH = 2000;

/** Limit of the stored HTML, without its pictures, which are stored as files. Also a database constraint. */
export const CONTENT_MAX_BYTES = 2 * 1024 * 1024;
