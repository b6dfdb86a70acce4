import { eq, sql } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { pageTags } from '#domain/articles/tags.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommentState } from './comment.ts';
import { comments } from './tables.server.ts';

type CommentRow = typeof comments.$inferSelect;

/** What becomes of a comment; throws what stands against it. */
type Choose = (comment: CommentRow) => CommentState;

/** Decides about a comment, and remembers what it was before. Readers see it at once, or never again. */
export async function decide(
  database: Database,
  actor: Actor,
  commentId: string,
  choose: Choose,
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const [comment] = await tx.select().from(comments).where(eq(comments.id, commentId)).for('update');
    if (comment === undefined) throw new Refusal('not_found');
    const status = choose(comment);
    // Deciding the same again changes nothing, also not what a decision is taken back to.
    if (status === comment.status) return;
    const statusBefore = comment.statusBefore === status ? null : comment.status;
    await tx
      .update(comments)
      .set({ status, statusBefore, decidedAt: sql`now()`, decidedBy: actor.userId })
      .where(eq(comments.id, commentId));
    tellReaders(tx, comment, status);
  });
}

function tellReaders(tx: Transaction, { articleId, status: before }: CommentRow, status: CommentState): void {
  // A held one was on no page.
  if (before === 'published') tx.drop(pageTags.article(articleId));
  else if (status === 'published') tx.touch(pageTags.article(articleId));
}
