import { sql } from 'drizzle-orm';
import { deleteRows, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { ownPageRevisions } from './tables.server.ts';

/** Revisions of pages, except the newest of each page. */
export const pageRevisionRetention: RetentionRule = {
  kind: 'pages.prune-revisions',
  deleteBatch: (tx, before, limit) =>
    deleteRows(
      tx,
      sql`delete from ${ownPageRevisions} where (page_id, revision) in (
        select old.page_id, old.revision from ${ownPageRevisions} as old
        where old.saved_at < ${before.toISOString()}
          and exists (
            select from ${ownPageRevisions} as newer
            where newer.page_id = old.page_id and newer.revision > old.revision
          )
        limit ${limit})`,
    ),
};
