import { and, eq, inArray, lt } from 'drizzle-orm';
import type { RetentionRule } from '#platform/jobs/retention-job.ts';
import { comments } from './tables.server.ts';

/** Comments, counted from the moment at which they were deleted. */
export const commentRetention: RetentionRule = {
  kind: 'comments.purge',
  async deleteBatch(tx, before, limit) {
    const old = tx
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.status, 'deleted'), lt(comments.decidedAt, before)))
      .limit(limit);
    const removed = await tx.delete(comments).where(inArray(comments.id, old)).returning({ id: comments.id });
    return removed.length;
  },
};
