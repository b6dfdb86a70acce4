import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createRetentionJob, type RetentionJob } from '#platform/jobs/retention-job.ts';
import { unknownAddresses } from '../tables.server.ts';
import { UNKNOWN_RETENTION_DAYS } from './unknown-address.ts';

/** Creates the daily job that deletes old counts of unknown addresses. */
export function unknownAddressPruning({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): RetentionJob {
  return createRetentionJob({
    kind: 'redirects.prune-unknown',
    clock,
    retentionDays: () => Promise.resolve(UNKNOWN_RETENTION_DAYS),
    deleteBatch: async (before, limit) => {
      const { rowCount } = await database.transaction((tx) =>
        tx.execute(sql`delete from ${unknownAddresses} where (day, path) in (
          select day, path from ${unknownAddresses}
          where day < ${before.toISOString().slice(0, 10)} limit ${limit})`),
      );
      return rowCount ?? 0;
    },
  });
}
