import { and, eq, lt } from 'drizzle-orm';
import { deleteById, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { comments } from './tables.server.ts';

/** Comments, counted from the moment at which they were deleted. */
export const commentRetention: RetentionRule = {
  kind: 'comments.purge',
  deleteBatch: (tx, before, limit) =>
    deleteById(tx, comments, and(eq(comments.status, 'deleted'), lt(comments.decidedAt, before)), limit),
};
