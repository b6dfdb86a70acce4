import { and, eq, inArray, lt } from 'drizzle-orm';
import { readSettings } from '#domain/site/settings.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createRetentionJob, type RetentionJob } from '#platform/jobs/retention-job.ts';
import { comments } from './tables.server.ts';

/** Creates the daily job that permanently removes comments which were deleted longer ago than the settings allow. */
export function createCommentPurging({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): RetentionJob {
  return createRetentionJob({
    kind: 'comments.purge',
    clock,
    retentionDays: async () => (await readSettings(database.db)).comment_deleted_retention_days,
    deleteBatch: (before, limit) => purgeBatch(database, before, limit),
  });
}

async function purgeBatch(database: Database, before: Date, limit: number): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.status, 'deleted'), lt(comments.decidedAt, before)))
      .limit(limit);
    const removed = await tx.delete(comments).where(inArray(comments.id, old)).returning({ id: comments.id });
    return removed.length;
  });
}
