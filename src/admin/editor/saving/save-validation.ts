import { findUndescribedPictures } from '#domain/articles/picture-descriptions.ts';
import { type Draft, hasContent, missingDetails } from '../draft/draft.ts';
import type { FieldErrors } from '../details/details-step.tsx';

/** Errors that prevent a save. Picture descriptions are required only for publication. */
export function validateForSave(draft: Draft, isDraft: boolean): FieldErrors {
  return {
    ...missingDetails(draft),
    ...(!hasContent(draft.content) && { content: 'Please write something' }),
    ...(!isDraft && findUndescribedPictures(draft)),
  };
}

/** Editor fields by API field name. */
const FIELDS: Readonly<Record<string, keyof Draft>> = {
  title: 'title',
  slug: 'slug',
  excerpt: 'excerpt',
  content: 'content',
  category_slug: 'categorySlug',
  author_name: 'authorName',
  read_time: 'readTime',
  image: 'image',
  image_alt: 'imageAlt',
  tags: 'tags',
  lang: 'lang',
};

/** Maps field errors of the API to fields of the editor. */
export function fieldErrorsFromApi(fields: Readonly<Record<string, string>>): FieldErrors {
  const entries = Object.entries(fields).flatMap(([name, message]) => {
    const field = FIELDS[name.split('.')[0] ?? ''];
    return field === undefined ? [] : [[field, message] as const];
  });
  return Object.fromEntries(entries);
}
