import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createRetentionJob, type RetentionJob } from '#platform/jobs/retention-job.ts';
import { ownPageRevisions } from './tables.server.ts';

interface PruningOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Days for which revisions are stored; null: without limit. Called at each run. */
  readonly retentionDays: () => Promise<number | null>;
}

/** Creates the daily job that deletes revisions older than the retention period, except the newest of each page. */
export function pageRevisionPruning({ database, clock, retentionDays }: PruningOptions): RetentionJob {
  return createRetentionJob({
    kind: 'pages.prune-revisions',
    clock,
    retentionDays,
    deleteBatch: (before, limit) => deleteBatch(database, before, limit),
  });
}

async function deleteBatch(database: Database, before: Date, limit: number): Promise<number> {
  const { rowCount } = await database.transaction((tx) =>
    tx.execute(sql`delete from ${ownPageRevisions} where (page_id, revision) in (
      select old.page_id, old.revision from ${ownPageRevisions} as old
      where old.saved_at < ${before.toISOString()}
        and exists (
          select from ${ownPageRevisions} as newer
          where newer.page_id = old.page_id and newer.revision > old.revision
        )
      limit ${limit})`),
  );
  return rowCount ?? 0;
}
