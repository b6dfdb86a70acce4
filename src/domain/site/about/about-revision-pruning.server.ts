import { sql } from 'drizzle-orm';
import { deleteRows, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { aboutRevisions } from '../tables.server.ts';

/** Revisions of the About page, except the newest. */
export const aboutRevisionRetention: RetentionRule = {
  kind: 'about.prune-revisions',
  deleteBatch: (tx, before, limit) =>
    deleteRows(
      tx,
      sql`delete from ${aboutRevisions} where revision in (
        select old.revision from ${aboutRevisions} as old
        where old.saved_at < ${before.toISOString()}
          and exists (select from ${aboutRevisions} as newer where newer.revision > old.revision)
        limit ${limit})`,
    ),
};
