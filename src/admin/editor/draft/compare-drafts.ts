import { type ArticleInput, type Draft, isSameDraft } from './draft.ts';
import { isSameHtml } from './compare-html.ts';

/** Whether two drafts are equal, although editor and server serialize the same body differently. */
export function isEquivalentDraft(one: Draft, other: Draft): boolean {
  return (
    isSameDraft({ ...one, content: '' }, { ...other, content: '' }) && isSameHtml(one.content, other.content)
  );
}

/** Fields that the server fills in or normalizes, and the content, which is compared as HTML. */
const NOT_COMPARED = new Set<string>([
  'author_name',
  'bylines',
  'author_image',
  'read_time',
  'read_time_typed',
  'image_alt',
  'tags',
  'lang',
  'content',
] satisfies (keyof ArticleInput)[]);

/** The server derives the slug of a draft that is sent without one. */
const isDerivedSlug = (field: keyof ArticleInput, sent: ArticleInput) => field === 'slug' && sent.slug === '';

/** Whether the server's version is what was sent, apart from `NOT_COMPARED`. */
export function matchesSentInput(serverVersion: ArticleInput, sent: ArticleInput): boolean {
  return (
    (Object.keys(sent) as (keyof ArticleInput)[])
      .filter((field) => !NOT_COMPARED.has(field))
      .every((field) => serverVersion[field] === sent[field] || isDerivedSlug(field, sent)) &&
    isSameHtml(serverVersion.content, sent.content)
  );
}
