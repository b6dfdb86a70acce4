import type { SectionSlug } from '#domain/categories/section.ts';

/** What an editor hands in: all of an article that somebody writes or chooses. */
export interface Manuscript {
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  /** HTML. */
  readonly content: string;
  readonly sectionSlug: SectionSlug;
  readonly authorName: string;
  readonly authorImage: string;
  readonly readTime: string;
  /** Somebody chose `readTime`, also where it equals the default or the computed one. */
  readonly readTimeTyped: boolean;
  readonly featured: boolean;
  /** Address of the lead picture; empty without one. */
  readonly image: string;
  /** Null while nobody has described the lead picture; empty when it is decorative. */
  readonly imageAlt: string | null;
  readonly tags: readonly string[];
  /** BCP 47, canonical; empty for the language of the site. */
  readonly lang: string;
  readonly isDraft: boolean;
}

/** In characters; those of title and excerpt are also in the database. */
export const TEXT_LIMITS = {
  title: 300,
  excerpt: 1000,
  author_name: 200,
  read_time: 60,
  image_alt: 500,
} as const;

/** Characters of an address. */
export const ADDRESS_LIMIT = 2000;

/** Bytes of the HTML that is stored, its pictures stored apart; also the limit in the database. */
export const CONTENT_BYTES = 2 * 1024 * 1024;
