import { inArray, lt } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createRetentionJob, type RetentionJob } from '#platform/jobs/retention-job.ts';
import { contactMessages } from './tables.server.ts';

export interface ContactPruningDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Days after which messages are deleted; null for never. Called at each run. */
  readonly retentionDays: () => Promise<number | null>;
}

/** Creates the daily job that deletes messages older than the retention period. */
export function createContactPruning({ database, clock, retentionDays }: ContactPruningDeps): RetentionJob {
  return createRetentionJob({
    kind: 'contact.prune',
    clock,
    retentionDays,
    deleteBatch: (before, limit) => deleteBatch(database, before, limit),
  });
}

async function deleteBatch(database: Database, before: Date, limit: number): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(lt(contactMessages.createdAt, before))
      .limit(limit);
    const deleted = await tx.delete(contactMessages).where(inArray(contactMessages.id, old)).returning();
    return deleted.length;
  });
}
