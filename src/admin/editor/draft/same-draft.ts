import { type ArticleInput } from '../newsroom-article.ts';
import { type Draft, isSameDraft } from './draft.ts';
import { isSameHtml } from './html.ts';

/** Whether two drafts say the same, although editor and server write the same body differently. */
export function saysTheSame(one: Draft, other: Draft): boolean {
  return (
    isSameDraft({ ...one, content: '' }, { ...other, content: '' }) && isSameHtml(one.content, other.content)
  );
}

const COMPARED = ['title', 'slug', 'excerpt', 'category_slug', 'featured', 'image', 'is_draft'] as const;

/** Whether the server's copy is what was sent, leaving out what the server fills in and puts right by itself. */
export function isWhatWasSent(theirs: ArticleInput, sent: ArticleInput): boolean {
  return COMPARED.every((field) => theirs[field] === sent[field]) && isSameHtml(theirs.content, sent.content);
}
