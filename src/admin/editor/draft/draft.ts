import { isSlug, slugify } from '#domain/articles/slug.ts';
import { stripTags } from '#platform/markup.ts';
import type { ArticleInput } from '../newsroom-article.ts';

/** The fields of an article in the editor, as typed by the user. */
export interface Draft {
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  /** HTML. */
  readonly content: string;
  readonly categorySlug: string;
  readonly authorName: string;
  readonly authorImage: string;
  readonly readTime: string;
  readonly readTimeTyped: boolean;
  readonly featured: boolean;
  readonly image: string;
  /** Alt text: null until the user describes the picture, empty for a decorative picture. */
  readonly imageAlt: string | null;
  /** Comma-separated. */
  readonly tags: string;
  /** BCP 47; empty for the language of the site. */
  readonly lang: string;
}

export type DraftField = keyof Draft;

/** A new draft with the default values of the specification. The server uses the default author for an empty name. */
export function emptyDraft(categorySlug: string, defaultAuthor: string): Draft {
  return {
    title: '',
    slug: '',
    excerpt: '',
    content: '',
    categorySlug,
    authorName: defaultAuthor,
    authorImage: '/placeholder.svg',
    readTime: '5 min read',
    readTimeTyped: false,
    featured: false,
    image: '',
    imageAlt: null,
    tags: '',
    lang: '',
  };
}

export function draftFromArticle(article: ArticleInput): Draft {
  return {
    title: article.title,
    slug: article.slug,
    excerpt: article.excerpt,
    content: article.content,
    categorySlug: article.category_slug,
    authorName: article.author_name,
    authorImage: article.author_image,
    readTime: article.read_time,
    readTimeTyped: article.read_time_typed,
    featured: article.featured,
    image: article.image,
    imageAlt: article.image_alt,
    tags: article.tags.join(', '),
    lang: article.lang,
  };
}

export function inputFromDraft(draft: Draft, isDraft: boolean): ArticleInput {
  return {
    title: draft.title.trim(),
    slug: slugify(draft.slug),
    excerpt: draft.excerpt.trim(),
    content: draft.content,
    category_slug: draft.categorySlug,
    author_name: draft.authorName.trim(),
    author_image: draft.authorImage,
    read_time: draft.readTime.trim(),
    read_time_typed: draft.readTimeTyped,
    featured: draft.featured,
    image: draft.image,
    image_alt: draft.imageAlt === '' ? '' : draft.imageAlt?.trim() || null,
    tags: parseTags(draft.tags),
    lang: draft.lang.trim(),
    is_draft: isDraft,
  };
}

export function parseTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return (Object.keys(one) as DraftField[]).every((field) => one[field] === other[field]);
}

type DetailErrors = Partial<Readonly<Record<DraftField, string>>>;

/** Errors of the required fields of step 1, in the order of the fields. */
export function missingDetails(draft: Draft): DetailErrors {
  return {
    ...(draft.title.trim() === '' && { title: 'Please enter a title' }),
    ...(!isSlug(slugify(draft.slug)) && { slug: 'Please enter a slug of letters, digits and hyphens' }),
    ...(draft.excerpt.trim() === '' && { excerpt: 'Please enter an excerpt' }),
  };
}

/** Whether the HTML has visible text, a picture or a divider. */
export function hasContent(html: string): boolean {
  if (/<(?:img|hr)\b/i.test(html)) return true;
  return (
    stripTags(html)
      .replace(/&nbsp;|&#160;/g, ' ')
      .trim() !== ''
  );
}

/** Number of words: runs of characters that start with a letter or digit. */
export function countWords(html: string): number {
  // Subscript and superscript do not split a word.
  return (
    stripTags(html.replace(/<\/?su[bp]>/g, ''), ' ').match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0
  );
}
