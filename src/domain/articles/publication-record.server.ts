import type { Actor } from '#domain/accounts/actor.ts';
import type { AuditAction } from '#domain/accounts/audit/audit-event.ts';
import type { Transaction } from '#platform/db/database.ts';
import { auditArticle } from './article-audit.server.ts';
import type { ArticleRow } from './tables.server.ts';

/**
 * Records that an article, or its pending changes, were published, or that it was taken offline. Other saves are revisions.
 *
 * @param actor null if the account of a scheduled publication no longer exists
 * @param before null for a new article
 */
export async function recordPublication(
  tx: Transaction,
  actor: Pick<Actor, 'userId' | 'token'> | null,
  before: ArticleRow | null,
  after: ArticleRow,
): Promise<void> {
  const action = actionOf(before, after);
  if (action !== null) await auditArticle(tx, actor, after, { action });
}

function actionOf(before: ArticleRow | null, after: ArticleRow): AuditAction | null {
  const wasDraft = before === null || before.isDraft;
  if (wasDraft !== after.isDraft) return after.isDraft ? 'article_unpublished' : 'article_published';
  return before !== null && before.liveRevision !== null ? 'article_changes_published' : null;
}
