import { eq, sql } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { auditArticle } from './article-audit.server.ts';
import { lockArticle, requireCurrent, type RevisionRef } from './article-locks.server.ts';
import { invalidateArticle } from './invalidation.server.ts';
import { publishDateError } from './publish-date.ts';
import { recordSitemapChange } from './sitemap-changes.server.ts';
import { articles } from './tables.server.ts';

/**
 * Corrects when an article was first published. Nothing else changes: there is no revision, and the date at which the newsroom
 * changed it stays unless it would be before the publication. Readers get a new date of change. Lists, archive, feeds and sitemaps follow.
 *
 * Throws `unprocessable` with the field `publish_date` for a moment in the future, `conflict` for an article that was never
 * published, `stale`, `forbidden` and `not_found`.
 */
export async function correctPublishDate(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  actor: Actor,
  { publishDate, ...ref }: RevisionRef & { readonly publishDate: Date },
): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await lockArticle(tx, ref.id);
    requireArticlePermission(actor, 'article.publish', before);
    requireCurrent(before, ref);
    const now = clock();
    const error = publishDateError(publishDate, now);
    if (error !== null) throw new DomainError('unprocessable', error, { fields: { publish_date: error } });
    if (before.publishDate === null)
      throw new DomainError('conflict', 'This article has never been published.');
    const [after] = await tx
      .update(articles)
      .set({ publishDate, updatedAt: sql`greatest(${articles.updatedAt}, ${publishDate})`, modifiedAt: now })
      .where(eq(articles.id, ref.id))
      .returning();
    if (after === undefined) throw new Error(`Article ${ref.id} was not updated`);
    await auditArticle(tx, actor, before, {
      action: 'article_date_corrected',
      detail: `${before.publishDate.toISOString()} to ${publishDate.toISOString()}`,
    });
    await recordSitemapChange(tx, before, after, now);
    await invalidateArticle(tx, before, after);
  });
}
