import { sql } from 'drizzle-orm';
import { deleteRows, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { unknownAddresses } from '../tables.server.ts';

/** Counts of unknown addresses. */
export const unknownAddressRetention: RetentionRule = {
  kind: 'redirects.prune-unknown',
  deleteBatch: (tx, before, limit) =>
    deleteRows(
      tx,
      sql`delete from ${unknownAddresses} where (day, path) in (
        select day, path from ${unknownAddresses} where day < ${before.toISOString().slice(0, 10)} limit ${limit})`,
    ),
};
