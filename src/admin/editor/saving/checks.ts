import { type Draft, hasContent, hasUndescribedPicture, missingDetails } from '../draft/draft.ts';
import type { FieldErrors } from '../details/details-step.tsx';

export const UNDESCRIBED_PICTURE = 'Please describe every picture first';

/** What keeps a draft from being saved. A draft may wait for its pictures to be described, readers may not. */
export function saveErrors(draft: Draft, isDraft: boolean): FieldErrors {
  return {
    ...missingDetails(draft),
    ...(!hasContent(draft.content) && { content: 'Please write something' }),
    ...(!isDraft && hasUndescribedPicture(draft.content) && { content: UNDESCRIBED_PICTURE }),
  };
}

/** Names of the API in the editor's own. */
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
};

/** What the server says of fields, at the editor's own. */
export function errorsFrom(fields: Readonly<Record<string, string>>): FieldErrors {
  const entries = Object.entries(fields).flatMap(([name, message]) => {
    const field = FIELDS[name.split('.')[0] ?? ''];
    return field === undefined ? [] : [[field, message] as const];
  });
  return Object.fromEntries(entries);
}
