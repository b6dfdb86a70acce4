import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createRetentionJob, type RetentionJob } from '#platform/jobs/retention-job.ts';
import { articleViews, pageViews, referrerViews } from './tables.server.ts';

/** Creates the daily job that deletes old page views. */
export function statisticsPruning({
  database,
  clock,
  retentionDays,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly retentionDays: () => Promise<number | null>;
}): RetentionJob {
  return createRetentionJob({
    kind: 'statistics.prune',
    clock,
    retentionDays,
    deleteBatch: async (before, limit) => {
      const firstDay = before.toISOString().slice(0, 10);
      const deleted = await database.transaction(async (tx) => {
        const counts: number[] = [];
        for (const table of [articleViews, referrerViews, pageViews]) {
          const { rowCount } = await tx.execute(sql`delete from ${table} where ctid = any(array(
            select ctid from ${table} where day < ${firstDay} limit ${limit}))`);
          counts.push(rowCount ?? 0);
        }
        return counts;
      });
      return Math.max(...deleted);
    },
  });
}
