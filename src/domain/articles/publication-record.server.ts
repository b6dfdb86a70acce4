import type { Actor } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { ArticleRow } from './tables.server.ts';

/**
 * Records that an article was published or taken offline. Other saves are revisions.
 *
 * @param actor null if the account of a scheduled publication no longer exists
 * @param before null for a new article
 */
export async function recordPublication(
  tx: Transaction,
  actor: Pick<Actor, 'userId'> | null,
  before: ArticleRow | null,
  after: ArticleRow,
): Promise<void> {
  const wasDraft = before === null || before.isDraft;
  if (wasDraft === after.isDraft) return;
  await recordEvent(tx, actor, {
    action: after.isDraft ? 'article_unpublished' : 'article_published',
    object: { id: after.id, name: after.title },
  });
}
