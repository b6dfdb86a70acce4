import { sql } from 'drizzle-orm';
import { deleteRows, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { articleRevisions } from './tables.server.ts';

/**
 * Revisions of articles. Never deletes the newest revision of an article, nor the newest published revision of each slug:
 * `createRedirect` uses it to find out whether the article was public at that slug.
 */
export const articleRevisionRetention: RetentionRule = {
  kind: 'articles.prune-revisions',
  deleteBatch(tx, before, limit) {
    const newer = sql`select from ${articleRevisions} as newer
    where newer.article_id = old.article_id and newer.revision > old.revision`;
    return deleteRows(
      tx,
      sql`delete from ${articleRevisions} where (article_id, revision) in (
      select old.article_id, old.revision from ${articleRevisions} as old
      where old.saved_at < ${before.toISOString()}
        and exists (${newer})
        and (old.is_draft or exists (${newer} and newer.slug = old.slug and not newer.is_draft))
      limit ${limit})`,
    );
  },
};
