import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createRetentionJob, type RetentionJob } from '#platform/jobs/retention-job.ts';
import { articleRevisions } from './tables.server.ts';

export interface RevisionPruningOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Days for which revisions are stored; null: without limit. Called at each run. */
  readonly retentionDays: () => Promise<number | null>;
}

/** Creates the daily job that deletes revisions older than the retention period. */
export function revisionPruning({ database, clock, retentionDays }: RevisionPruningOptions): RetentionJob {
  return createRetentionJob({
    kind: 'articles.prune-revisions',
    clock,
    retentionDays,
    deleteBatch: (before, limit) => deleteBatch(database, before, limit),
  });
}

/**
 * Never deletes the newest revision of an article, nor the newest published revision of each slug: `createRedirect`
 * uses it to find out whether the article was public at that slug.
 */
async function deleteBatch(database: Database, before: Date, limit: number): Promise<number> {
  const newer = sql`select from ${articleRevisions} as newer
    where newer.article_id = old.article_id and newer.revision > old.revision`;
  const { rowCount } = await database.transaction((tx) =>
    tx.execute(sql`delete from ${articleRevisions} where (article_id, revision) in (
      select old.article_id, old.revision from ${articleRevisions} as old
      where old.saved_at < ${before.toISOString()}
        and exists (${newer})
        and (old.is_draft or exists (${newer} and newer.slug = old.slug and not newer.is_draft))
      limit ${limit})`),
  );
  return rowCount ?? 0;
}
