import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { type ArticleFields, pickFields } from '../article-fields.ts';
import { getAutosave } from '../autosaves/autosaves.server.ts';
import { getNewsroomArticle, type NewsroomArticle } from '../newsroom-queries.server.ts';

export const TEXT_SOURCES = ['request', 'autosave', 'pending_changes', 'saved'] as const;
/** Which text of an article is checked. */
export type TextSource = (typeof TEXT_SOURCES)[number];

export interface CheckedText {
  readonly fields: ArticleFields;
  readonly source: TextSource;
  /** Null for an article that is not stored yet. */
  readonly article: NewsroomArticle | null;
}

/**
 * The stored text of an article that is edited next: the autosave, if it was edited from the newest revision, else pending
 * changes, else the saved text. Throws `not_found`, also for an article in the trash, and `forbidden` for one that the actor may
 * not read.
 */
export async function findCheckedText(db: Db, actor: Actor, id: string): Promise<CheckedText> {
  const article = await getCheckedArticle(db, actor, id);
  const { autosave } = await getAutosave(db, actor, id);
  if (autosave !== null && autosave.basedOn === article.revision)
    return { fields: pickFields(autosave), source: 'autosave', article };
  const source = article.liveRevision === null ? 'saved' : 'pending_changes';
  return { fields: pickFields(article), source, article };
}

/**
 * Unsaved text, of a stored article or of none. Throws as `findCheckedText` does, and `forbidden` for an actor who may not write
 * articles.
 */
export async function acceptCheckedText(
  db: Db,
  actor: Actor,
  { id, fields }: { readonly id: string | null; readonly fields: ArticleFields },
): Promise<CheckedText> {
  if (id !== null) return { fields, source: 'request', article: await getCheckedArticle(db, actor, id) };
  requireArticlePermission(actor, 'article.write', { createdBy: actor.userId });
  return { fields, source: 'request', article: null };
}

async function getCheckedArticle(db: Db, actor: Actor, id: string): Promise<NewsroomArticle> {
  const article = await getNewsroomArticle(db, actor, id);
  if (article.state === 'in_trash') throw new DomainError('not_found', 'This article is in the trash.');
  return article;
}
