import { z } from 'zod';
import type { OutlineKind } from '#domain/pages/outline-kinds.ts';
import { readPublication } from '../publication.ts';
import { outlineContent, OUTLINES } from './outlines.ts';
import type { OwnPage } from './page-queries.ts';

/** The fields of the form. */
export const pageFormValues = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  /** HTML. */
  content: z.string(),
  lang: z.string(),
  inFooter: z.boolean(),
  /** The revision that was restored into the form; null if none. */
  restoredFrom: z.number().nullable(),
});
export type PageFormValues = z.infer<typeof pageFormValues>;

type StoredFields = Pick<OwnPage, 'title' | 'slug' | 'excerpt' | 'content' | 'lang' | 'in_footer'>;

export function formValuesOf(page: StoredFields): PageFormValues {
  const { title, slug, excerpt, content, lang, in_footer: inFooter } = page;
  return { title, slug, excerpt, content, lang, inFooter, restoredFrom: null };
}

/** The values of a new page. @param kind null for an empty one */
export function newPageValues(kind: OutlineKind | null): PageFormValues {
  const empty = {
    title: '',
    slug: '',
    excerpt: '',
    content: '',
    lang: '',
    inFooter: true,
    restoredFrom: null,
  };
  if (kind === null) return empty;
  const { title, slug, excerpt } = OUTLINES[kind];
  return {
    ...empty,
    title,
    slug,
    excerpt: excerpt.replaceAll('{name}', () => readPublication().name),
    content: outlineContent(OUTLINES[kind]),
  };
}

export const inputOf = ({ inFooter, restoredFrom: _restoredFrom, ...fields }: PageFormValues) => ({
  ...fields,
  in_footer: inFooter,
});
