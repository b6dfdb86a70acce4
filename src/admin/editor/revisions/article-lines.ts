import { ARTICLE_FIELDS, fieldRules } from '#domain/articles/article-fields.ts';
import { readSections } from '../../sections/use-sections.ts';
import { type Draft, type DraftField, parseTags } from '../draft/draft.ts';
import { contentLines, pictureText } from './content-lines.ts';

/** The texts of the fields that are not plain text. */
const FIELD_TEXTS: Partial<Record<DraftField, (draft: Draft) => string>> = {
  categorySlug: ({ categorySlug }) => readSections().get(categorySlug).shortName,
  authorName: ({ authorName, bylines }) => (bylines.length === 0 ? authorName : bylinesText(bylines)),
  // A calculated one follows from the content, which is compared, and the server stores another one than the editor has.
  readTime: ({ readTime, readTimeTyped }) => (readTimeTyped ? readTime : 'calculated'),
  tags: ({ tags }) => parseTags(tags).join(', '),
  featured: ({ featured }) => (featured ? 'yes' : 'no'),
  image: ({ image, imageAlt }) => (image === '' ? '' : pictureText(image, imageAlt)),
};

/** Every labelled field that is not in `FIELD_TEXTS` is a text. */
const plainText = (value: Draft[DraftField]) => (typeof value === 'string' ? value : '');

/** The names in order, with a mark at those that link to a profile. */
const bylinesText = (bylines: Draft['bylines']) =>
  bylines.map(({ author, name }) => (author === null ? name : `${name} (profile)`)).join(', ');

/** The text of a labelled field in a comparison: equal if the server stores the same. */
export const fieldText = (field: DraftField, draft: Draft): string =>
  FIELD_TEXTS[field]?.(draft) ?? plainText(draft[field]);

/** Converts an article to lines for a diff: one line per labelled field that is not empty, then one per block of its content. */
export function linesOf(draft: Draft): string[] {
  const details = ARTICLE_FIELDS.filter((field) => field !== 'isDraft').flatMap((field) => {
    const { label } = fieldRules(field);
    const text = label === undefined ? '' : fieldText(field, draft);
    return text === '' ? [] : [`${label}: ${text}`];
  });
  return [...details, ...contentLines(draft.content)];
}
