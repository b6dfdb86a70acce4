import { eq } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { findScope } from '#domain/accounts/permissions.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { articles, type ArticleRow } from './tables.server.ts';

/** The columns of an article that decide who may read and change it. */
export type PermissionColumns = Pick<ArticleRow, 'createdBy' | 'isDraft'>;

/** Null, also if the columns leave it out, for an article that is not scheduled. */
type ChangedColumns = PermissionColumns & Partial<Pick<ArticleRow, 'scheduledAction'>>;

/**
 * Throws `forbidden` unless the actor may change the article. Whatever readers see, before or after, is publishing, and so is
 * a draft that they are going to see.
 */
export function requireChangePermission(
  actor: Actor,
  before: ChangedColumns,
  after: Pick<ArticleRow, 'isDraft'>,
): void {
  const isPublic = !before.isDraft || !after.isDraft || (before.scheduledAction ?? null) !== null;
  const action = isPublic ? 'article.publish' : 'article.write';
  requireArticlePermission(actor, action, before);
}

/** Whether the title of an article may be shown to the actor: as one of the newsroom, or as a reader. */
export function mayRead({ role, userId }: Actor, { createdBy, isDraft }: PermissionColumns): boolean {
  const scope = findScope(role, 'article.read');
  return !isDraft || scope === 'all' || (scope === 'own' && createdBy === userId);
}

/** Calls `check`, which throws, with the stored article. Throws `not_found` if there is none. */
export async function requireStoredPermission(
  db: Db,
  id: string,
  check: (article: ChangedColumns) => void,
): Promise<void> {
  const [article] = await db
    .select({
      createdBy: articles.createdBy,
      isDraft: articles.isDraft,
      scheduledAction: articles.scheduledAction,
    })
    .from(articles)
    .where(eq(articles.id, id))
    .limit(1);
  if (article === undefined) throw new DomainError('not_found', 'This article no longer exists.');
  check(article);
}
