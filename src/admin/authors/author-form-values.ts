import { z } from 'zod';
import type { Author } from './author-queries.ts';

/** The fields of the form, as typed. */
export const authorFormValues = z.object({
  name: z.string(),
  slug: z.string(),
  bio: z.string(),
  picture: z.string(),
  pictureAlt: z.string(),
  /** One per line. */
  links: z.string(),
});
export type AuthorFormValues = z.infer<typeof authorFormValues>;

export const NEW_AUTHOR: AuthorFormValues = {
  name: '',
  slug: '',
  bio: '',
  picture: '',
  pictureAlt: '',
  links: '',
};

export function formValuesOf(author: Author): AuthorFormValues {
  const { name, slug, bio, picture, picture_alt: pictureAlt, links } = author;
  return { name, slug, bio, picture, pictureAlt, links: links.join('\n') };
}

export function inputOf({ pictureAlt, links, ...rest }: AuthorFormValues) {
  const urls = links.split('\n').map((url) => url.trim());
  return { ...rest, picture_alt: pictureAlt, links: urls.filter((url) => url !== '') };
}
