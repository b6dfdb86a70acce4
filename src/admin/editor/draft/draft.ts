import { z } from 'zod';
import {
  type ArticleFields,
  articleFields,
  mapTexts,
  pickFields,
  storedArticleFields,
} from '#domain/articles/article-fields.ts';
import { isSameBylines } from '#domain/articles/bylines.ts';
import { isPlaceholderSlug, slugify } from '#domain/articles/slug.ts';
import { toCamelKeys, toSnakeKeys, type SnakeKeys } from '#platform/key-case.ts';

/** The fields of an article in the editor, as typed by the user. Autosave stores it in this form. */
export const draftSchema = z.object({
  ...storedArticleFields.omit({ isDraft: true }).shape,
  categorySlug: z.string(),
  /** Comma-separated. */
  tags: z.string(),
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;
export type DraftField = keyof Draft;

/** The fields of an article in the JSON of the API, in requests and responses. */
export type ArticleInput = SnakeKeys<ArticleFields>;

/** A new draft with the defaults of the API. The server uses the default author for an empty name. */
export function emptyDraft(categorySlug: string, defaultAuthor: string): Draft {
  const { isDraft: _, ...defaults } = articleFields
    .omit({ categorySlug: true })
    .parse({ title: '', slug: '', excerpt: '', content: '' });
  return { ...defaults, categorySlug, authorName: defaultAuthor, tags: '' };
}

/** A placeholder for the slug is shown as none, so that the slug follows the title. */
export function draftFromArticle(article: ArticleInput): Draft {
  const { isDraft: _, slug, ...fields } = pickFields(toCamelKeys(article));
  return { ...fields, slug: isPlaceholderSlug(slug) ? '' : slug, tags: fields.tags.join(', ') };
}

export function inputFromDraft(draft: Draft, isDraft: boolean): ArticleInput {
  return toSnakeKeys({
    ...mapTexts(draft, (text) => text.trim()),
    slug: slugify(draft.slug),
    content: draft.content,
    imageAlt: draft.imageAlt === '' ? '' : draft.imageAlt?.trim() || null,
    tags: parseTags(draft.tags),
    isDraft,
  });
}

export function parseTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return (Object.keys(one) as DraftField[]).every((field) =>
    field === 'bylines' ? isSameBylines(one.bylines, other.bylines) : one[field] === other[field],
  );
}

export type FieldErrors = Partial<Readonly<Record<DraftField, string>>>;
