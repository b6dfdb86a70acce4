import { and, eq, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { readSettings } from '#domain/site/settings.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { comments } from './tables.server.ts';

const DAY_MS = 86_400_000;
/** Rows in one transaction, which keeps locks on the table short. */
const BATCH_SIZE = 500;

/** Creates the job that permanently removes comments which were deleted longer ago than the settings allow. */
export function purgeCommentsJob({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Job {
  return defineJob({
    kind: 'comments.purge',
    payload: z.object({}),
    leaseSeconds: 600,
    async run(_, { signal }) {
      const { comment_deleted_retention_days: days } = await readSettings(database.db);
      const before = new Date(clock().getTime() - days * DAY_MS);
      while (!signal.aborted && (await purgeBatch(database, before)) === BATCH_SIZE);
    },
  });
}

async function purgeBatch(database: Database, before: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.status, 'deleted'), lt(comments.decidedAt, before)))
      .limit(BATCH_SIZE);
    const removed = await tx.delete(comments).where(inArray(comments.id, old)).returning({ id: comments.id });
    return removed.length;
  });
}
