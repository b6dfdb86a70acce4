import { asc, eq, inArray, lt } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import type { RetentionRule } from '#platform/jobs/retention-job.ts';
import { auditArticle } from '../article-audit.server.ts';
import { lockTrashedArticle } from '../article-locks.server.ts';
import { articles } from '../tables.server.ts';

/**
 * Deletes an article in the trash permanently, with its comments, revisions and notes. Its addresses still answer 410, and
 * other articles can use them. Throws `forbidden`, and `not_found` if it is not in the trash.
 */
export async function purgeArticle(database: Database, actor: Actor, id: string): Promise<void> {
  // Before the article is looked for, so that the error does not reveal whether it exists.
  requireArticlePermission(actor, 'article.purge', { createdBy: null });
  await database.transaction(async (tx) => {
    const article = await lockTrashedArticle(tx, id);
    await tx.delete(articles).where(eq(articles.id, id));
    await auditArticle(tx, actor, article, { action: 'article_purged' });
  });
}

/** Articles in the trash. They are locked, so that one that is being restored is not deleted. */
export const trashRetention: RetentionRule = {
  kind: 'articles.purge-trash',
  async deleteBatch(tx, before, limit) {
    const expired = await tx
      .select({ id: articles.id })
      .from(articles)
      .where(lt(articles.trashedAt, before))
      .orderBy(asc(articles.trashedAt), asc(articles.id))
      .limit(limit)
      .for('update');
    const ids = expired.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(articles).where(inArray(articles.id, ids));
    return ids.length;
  },
};
