import { eq, inArray } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { ArticleFields } from '../article-fields.ts';
import { articles } from '../tables.server.ts';
import { articleAutosaves } from './tables.server.ts';

/** The state on which an autosave is based: neither the article nor its autosave may have changed since. */
export interface AutosaveVersion {
  /** The revision of the article. */
  readonly articleRevision: number;
  /** The number of the autosave; 0 if there is none. */
  readonly version: number;
}

export interface Autosave extends ArticleFields {
  readonly basedOn: number;
  readonly editorId: string;
  readonly wordCount: number;
  readonly savedAt: Date;
  /** Null when the account was deleted. */
  readonly savedByName: string | null;
  /** Whether the actor stored it. */
  readonly isOwn: boolean;
}

export interface AutosaveState extends AutosaveVersion {
  readonly autosave: Autosave | null;
}

/**
 * The autosave of an article, null if there is none, and the version on which the next one is based. Throws `not_found`, also
 * for an article in the trash, and `forbidden` for one that the actor may not read.
 */
export async function getAutosave(db: Db, actor: Actor, id: string): Promise<AutosaveState> {
  const [row] = await db
    .select({
      createdBy: articles.createdBy,
      articleRevision: articles.revision,
      trashedAt: articles.trashedAt,
      autosave: articleAutosaves,
      savedByName: user.name,
    })
    .from(articles)
    .leftJoin(articleAutosaves, eq(articleAutosaves.articleId, articles.id))
    .leftJoin(user, eq(user.id, articleAutosaves.savedBy))
    .where(eq(articles.id, id));
  if (row === undefined) throw new DomainError('not_found', 'This article no longer exists.');
  requireArticlePermission(actor, 'article.read', row);
  if (row.trashedAt !== null) throw new DomainError('not_found', 'This article is in the trash.');
  const { articleRevision, autosave, savedByName } = row;
  return {
    articleRevision,
    version: autosave?.version ?? 0,
    autosave: autosave && { ...autosave, savedByName, isOwn: autosave.savedBy === actor.userId },
  };
}

/**
 * The titles of articles for a list of the newsroom: a draft that nobody has saved yet is recognized by the title of its
 * autosave. The articles must be readable for the actor.
 */
export async function findAutosavedTitles(
  db: Db,
  rows: readonly { readonly id: string; readonly title: string }[],
): Promise<ReadonlyMap<string, string>> {
  const untitled = rows.filter(({ title }) => title === '').map(({ id }) => id);
  if (untitled.length === 0) return new Map();
  const found = await db
    .select({ id: articleAutosaves.articleId, title: articleAutosaves.title })
    .from(articleAutosaves)
    .where(inArray(articleAutosaves.articleId, untitled));
  return new Map(found.map(({ id, title }) => [id, title]));
}
