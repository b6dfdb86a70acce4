import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createRetentionJob, type RetentionJob } from '#platform/jobs/retention-job.ts';
import { aboutRevisions } from '../tables.server.ts';

interface PruningOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Days for which revisions are stored; null: without limit. Called at each run. */
  readonly retentionDays: () => Promise<number | null>;
}

/** Creates the daily job that deletes revisions of the About page older than the retention period, except the newest. */
export function aboutRevisionPruning({ database, clock, retentionDays }: PruningOptions): RetentionJob {
  return createRetentionJob({
    kind: 'about.prune-revisions',
    clock,
    retentionDays,
    deleteBatch: (before, limit) => deleteBatch(database, before, limit),
  });
}

async function deleteBatch(database: Database, before: Date, limit: number): Promise<number> {
  const { rowCount } = await database.transaction((tx) =>
    tx.execute(sql`delete from ${aboutRevisions} where revision in (
      select old.revision from ${aboutRevisions} as old
      where old.saved_at < ${before.toISOString()}
        and exists (select from ${aboutRevisions} as newer where newer.revision > old.revision)
      limit ${limit})`),
  );
  return rowCount ?? 0;
}
