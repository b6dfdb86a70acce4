import type { SectionSlug } from '#domain/categories/section.ts';
import type { Picture } from '#domain/images/image.ts';

/** An article as lists show it. */
export interface ArticleSummary {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly sectionSlug: SectionSlug;
  readonly publishDate: Date;
  readonly readTime: string;
  readonly picture: Picture | null;
  /** BCP 47, canonical; empty for the language of the site. */
  readonly lang: string;
}

/** A published article as its own page shows it. */
export interface PublishedArticle extends ArticleSummary {
  /** Sanitised HTML, ready to be shown: headings already one level down, pictures responsive. */
  readonly body: string;
  readonly tags: readonly string[];
  readonly authorName: string;
  /** Null where the initials of the name stand for the author. */
  readonly authorPicture: Picture | null;
  readonly isSample: boolean;
  readonly updatedAt: Date;
}

/** Articles under "Related Articles". */
export const RELATED_LIMIT = 3;

/** What a link to an article needs. */
export type ArticleLink = Pick<ArticleSummary, 'id' | 'slug' | 'title' | 'lang'>;

export const articlePath = (slug: string) => `/article/${slug}`;

/** What stands in the field until somebody types something else. */
export const DEFAULT_READ_TIME = '5 min read';

export const DEFAULT_AUTHOR_IMAGE = '/placeholder.svg';

/** Words a minute at which reading time is reckoned. */
const READING_SPEED = 225;

/** "N min read", at least 1. */
export function readTimeFor(words: number): string {
  return `${Math.max(1, Math.round(words / READING_SPEED))} min read`;
}

const TAG_LIMIT = 10;
const TAG_LENGTH = 40;

/** Trims, drops empty and repeated tags (without regard to case), and keeps at most 10 of 40 characters. */
export function normaliseTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of tags) {
    const trimmed = tag.trim().slice(0, TAG_LENGTH).trim();
    const key = trimmed.toLowerCase();
    if (trimmed !== '' && !kept.has(key)) kept.set(key, trimmed);
  }
  return [...kept.values()].slice(0, TAG_LIMIT);
}

/** "Ada Lovelace" → "AL"; one name gives one letter. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const first = words.at(0);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last].map((word) => word?.match(/\p{L}/u)?.[0]?.toUpperCase() ?? '').join('');
}
