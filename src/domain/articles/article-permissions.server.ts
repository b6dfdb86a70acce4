import { eq } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { findScope } from '#domain/accounts/permissions.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { articles, type ArticleRow } from './tables.server.ts';

/** The columns of an article that decide who may read and change it. */
export type PermissionColumns = Pick<ArticleRow, 'createdBy' | 'isDraft'>;

/** Throws `forbidden` unless the actor may change the article. Whatever readers see, before or after, is publishing. */
export function requireChangePermission(
  actor: Actor,
  before: PermissionColumns,
  after: Pick<ArticleRow, 'isDraft'>,
): void {
  const action = before.isDraft && after.isDraft ? 'article.write' : 'article.publish';
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
  check: (article: PermissionColumns) => void,
): Promise<void> {
  const [article] = await db
    .select({ createdBy: articles.createdBy, isDraft: articles.isDraft })
    .from(articles)
    .where(eq(articles.id, id))
    .limit(1);
  if (article === undefined) throw new DomainError('not_found', 'This article no longer exists.');
  check(article);
}
