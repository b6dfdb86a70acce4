import type { SectionSlug } from '#domain/categories/section.ts';
import type { Picture } from '#domain/images/image.ts';
import type { ShownAuthor } from './authors/author.ts';
import type { Byline } from './bylines.ts';

/** An article as lists show it. */
export interface ArticleSummary {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly sectionSlug: SectionSlug;
  /** At least one. */
  readonly bylines: readonly Byline[];
  readonly publishDate: Date;
  readonly readTime: string;
  readonly picture: Picture | null;
  /** BCP 47, canonical; empty for the language of the site. */
  readonly lang: string;
}

/** An article with everything that its page and the API show. */
export interface FullArticle extends ArticleSummary {
  /** Sanitised HTML as stored. URLs of pictures in the picture store are paths. */
  readonly content: string;
  readonly tags: readonly string[];
  readonly featured: boolean;
  /** The authors of `bylines`, in the same order. */
  readonly authors: readonly ShownAuthor[];
  readonly authorImage: string;
  readonly wordCount: number;
  readonly isSample: boolean;
  readonly updatedAt: Date;
}

/** A full article rendered for its page. */
export interface PublishedArticle
  extends ArticleSummary, Pick<FullArticle, 'tags' | 'authors' | 'isSample' | 'updatedAt'> {
  /** Sanitised HTML as the page shows it: headings already one level down, pictures responsive. */
  readonly body: string;
}

/** Number of articles under "Related Articles". */
export const RELATED_LIMIT = 3;

/** The slugs of the tags of an article that have a page, by tag. */
export type TagSlugs = ReadonlyMap<string, string>;

/** Path of the page of a tag. The slug may have letters of any script. */
export const tagPath = (slug: string) => `/tag/${encodeURIComponent(slug)}`;

/** The fields that a link to an article needs. */
export type ArticleLink = Pick<ArticleSummary, 'id' | 'slug' | 'title' | 'lang'>;

export const articlePath = (slug: string) => `/article/${slug}`;

/** The initial value of the field in the editor. */
export const DEFAULT_READ_TIME = '5 min read';

export const DEFAULT_AUTHOR_IMAGE = '/placeholder.svg';

/** Assumed reading speed. */
const WORDS_PER_MINUTE = 225;

/** "N min read", at least 1. */
export function formatReadTime(words: number): string {
  return `${Math.max(1, Math.round(words / WORDS_PER_MINUTE))} min read`;
}

export const TAG_LIMIT = 10;
export const TAG_MAX_LENGTH = 40;

/** Trims, drops empty and duplicate tags (ignoring case), and returns at most 10 tags of 40 characters. */
export function normaliseTags(tags: readonly string[]): string[] {
  const tagsByKey = new Map<string, string>();
  for (const tag of tags) {
    const trimmed = tag.trim().slice(0, TAG_MAX_LENGTH).trim();
    const key = trimmed.toLowerCase();
    if (trimmed !== '' && !tagsByKey.has(key)) tagsByKey.set(key, trimmed);
  }
  return [...tagsByKey.values()].slice(0, TAG_LIMIT);
}

/** "Ada Lovelace" → "AL"; a single name gives one letter. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const first = words.at(0);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last].map((word) => word?.match(/\p{L}/u)?.[0]?.toUpperCase() ?? '').join('');
}
