import { and, eq, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { readSettings } from '#domain/site/settings.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { comments } from './tables.server.ts';

const DAY_MS = 86_400_000;
/** Rows at a time: a table that is being read by readers is not locked for long. */
const BATCH = 500;

/** Removes for good, address and all, what was deleted longer ago than the settings say. */
export function purging({ database, clock }: { readonly database: Database; readonly clock: Clock }): Job {
  return defineJob({
    kind: 'comments.purge',
    payload: z.object({}),
    leaseSeconds: 600,
    async run(_, { signal }) {
      const { comment_deleted_kept_days: days } = await readSettings(database.db);
      const before = new Date(clock().getTime() - days * DAY_MS);
      while (!signal.aborted && (await purgeSome(database, before)) === BATCH);
    },
  });
}

async function purgeSome(database: Database, before: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.status, 'deleted'), lt(comments.decidedAt, before)))
      .limit(BATCH);
    const removed = await tx.delete(comments).where(inArray(comments.id, old)).returning({ id: comments.id });
    return removed.length;
  });
}
