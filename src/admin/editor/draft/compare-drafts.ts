import { type ArticleInput } from '../newsroom-article.ts';
import { type Draft, isSameDraft } from './draft.ts';
import { isSameHtml } from './compare-html.ts';

/** Whether two drafts are equal, although editor and server serialize the same body differently. */
export function isEquivalentDraft(one: Draft, other: Draft): boolean {
  return (
    isSameDraft({ ...one, content: '' }, { ...other, content: '' }) && isSameHtml(one.content, other.content)
  );
}

const COMPARED = ['title', 'slug', 'excerpt', 'category_slug', 'featured', 'image', 'is_draft'] as const;

/** Whether the server's version is what was sent. Ignores fields that the server fills in or normalizes. */
export function matchesSentInput(serverVersion: ArticleInput, sent: ArticleInput): boolean {
  return (
    COMPARED.every((field) => serverVersion[field] === sent[field]) &&
    isSameHtml(serverVersion.content, sent.content)
  );
}
