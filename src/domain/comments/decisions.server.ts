import { eq, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { AuditAction } from '#domain/accounts/audit/audit-event.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { recordPublishedComments } from './comment-events.server.ts';
import type { CommentState } from './comment.ts';
import { comments } from './tables.server.ts';

type CommentRow = typeof comments.$inferSelect;

/** Returns the new state of a comment. Throws if the decision is not allowed. */
type ChooseState = (comment: CommentRow) => CommentState;

interface Decision {
  readonly commentId: string;
  readonly action: AuditAction;
}

/** Publishes a pending or deleted comment. */
export function approveComment(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, { commentId, action: 'comment_approved' }, () => 'published');
}

/**
 * Marks a comment as deleted and purges the cached pages that show it. The row stays until it is purged, so that the
 * comment can be restored and a duplicate of its text is recognized.
 */
export function deleteComment(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, { commentId, action: 'comment_deleted' }, ({ status }) => {
    if (status === 'deleted') throw new DomainError('not_found');
    return 'deleted';
  });
}

/** Restores the state of a comment before the last decision. Throws `conflict` if there is none. */
export function undoDecision(database: Database, actor: Actor, commentId: string): Promise<void> {
  return decide(database, actor, { commentId, action: 'comment_decision_undone' }, ({ statusBefore }) => {
    if (statusBefore === null) throw new DomainError('conflict', 'There is no decision to undo.');
    return statusBefore;
  });
}

/**
 * Sets the state of a comment and stores its previous state. A comment that becomes public invalidates the cached article
 * page. One that was public purges it, so that no later response shows the comment.
 */
async function decide(
  database: Database,
  actor: Actor,
  { commentId, action }: Decision,
  choose: ChooseState,
): Promise<void> {
  requirePermission(actor, 'comment.moderate');
  await database.transaction(async (tx) => {
    const [comment] = await tx.select().from(comments).where(eq(comments.id, commentId)).for('update');
    if (comment === undefined) throw new DomainError('not_found');
    const status = choose(comment);
    // Repeating a decision changes nothing, including the state that undo restores.
    if (status === comment.status) return;
    const statusBefore = comment.statusBefore === status ? null : comment.status;
    await tx
      .update(comments)
      .set({ status, statusBefore, decidedAt: sql`now()`, decidedBy: actor.userId })
      .where(eq(comments.id, commentId));
    await recordEvent(tx, actor, { action, object: { id: commentId } });
    if (status === 'published') await recordPublishedComments(tx, [comment]);
    invalidateArticle(tx, comment, status);
  });
}

function invalidateArticle(
  tx: Transaction,
  { articleId, status: before }: CommentRow,
  status: CommentState,
): void {
  // Only a published comment is on a cached page.
  if (before === 'published') tx.purge(pageTags.article(articleId));
  else if (status === 'published') tx.invalidate(pageTags.article(articleId));
}
