import { hasVisibleText } from '#platform/visible-text.ts';
import type { ArticleFields } from './article-fields.ts';
import { isSlug, slugify } from './slug.ts';
import { SLUG_MESSAGE } from './text-fields.ts';
import { hasVisibleContent } from './visible-content.ts';

type Details = Pick<ArticleFields, 'title' | 'slug' | 'excerpt'>;

/** Errors of the required fields except the content, in the order of the fields. The editor and the server both use it. */
export function missingDetails({ title, slug, excerpt }: Details): Partial<Record<keyof Details, string>> {
  return {
    ...(!hasVisibleText(title) && { title: 'Please enter a title' }),
    ...(!isSlug(slugify(slug)) && { slug: SLUG_MESSAGE }),
    ...(!hasVisibleText(excerpt) && { excerpt: 'Please enter an excerpt' }),
  };
}

/** Errors of all required fields. */
export function missingFields(
  fields: Details & Pick<ArticleFields, 'content'>,
): Partial<Record<keyof Details | 'content', string>> {
  return {
    ...missingDetails(fields),
    ...(!hasVisibleContent(fields.content) && { content: 'Please write something' }),
  };
}
