import { inArray, lt } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createRetentionJob, type RetentionJob } from '#platform/jobs/retention-job.ts';
import { auditEvents } from '../tables.server.ts';

export interface AuditPruningOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Days for which events are stored. Called at each run. */
  readonly retentionDays: () => Promise<number>;
}

/** Creates the daily job that deletes events older than the retention period. */
export function auditPruning({ database, clock, retentionDays }: AuditPruningOptions): RetentionJob {
  return createRetentionJob({
    kind: 'accounts.prune-audit',
    clock,
    retentionDays,
    deleteBatch: (before, limit) => deleteBatch(database, before, limit),
  });
}

/** The IDs increase with time, so the oldest events are the first of the index. */
function deleteBatch(database: Database, before: Date, limit: number): Promise<number> {
  return database.transaction(async (tx) => {
    const old = tx
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(lt(auditEvents.at, before))
      .orderBy(auditEvents.id)
      .limit(limit);
    const deleted = await tx.delete(auditEvents).where(inArray(auditEvents.id, old)).returning();
    return deleted.length;
  });
}
