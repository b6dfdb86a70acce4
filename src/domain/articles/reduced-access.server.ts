import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import type { ReducedAccess } from '#domain/accounts/reduced-access.ts';
import type { Transaction } from '#platform/db/database.ts';
import { auditArticle } from './article-audit.server.ts';
import { articlePreviewLinks } from './preview-links/tables.server.ts';
import { pauseSchedulesOf } from './schedule/paused-schedules.server.ts';
import { articles } from './tables.server.ts';

/** Holds the schedules of a person who may publish less from now on, and ends the links to previews that this person has shared. */
export async function reduceArticleAccess(tx: Transaction, access: ReducedAccess): Promise<void> {
  if (access.isRemoved) await lockArticlesOf(tx, access.userId);
  await pauseSchedulesOf(tx, access.actor, access);
  await endPreviewLinksOf(tx, access);
}

/**
 * Waits for saves of articles that refer to the account, and lets later ones wait. Otherwise the deletion of the account would wait
 * for the article of a save in progress, and this save for the account to which its revision refers.
 */
async function lockArticlesOf(tx: Transaction, userId: string): Promise<void> {
  const { createdBy, updatedBy, trashedBy, scheduledBy } = articles;
  await tx
    .select({ id: articles.id })
    .from(articles)
    .where(or(...[createdBy, updatedBy, trashedBy, scheduledBy].map((column) => eq(column, userId))))
    .orderBy(asc(articles.id))
    .for('update');
}

async function endPreviewLinksOf(tx: Transaction, { userId, actor, now }: ReducedAccess): Promise<void> {
  const ended = await tx
    .update(articlePreviewLinks)
    .set({ revokedAt: now })
    .from(articles)
    .where(
      and(
        eq(articles.id, articlePreviewLinks.articleId),
        eq(articlePreviewLinks.createdBy, userId),
        gt(articlePreviewLinks.expiresAt, now),
        isNull(articlePreviewLinks.revokedAt),
      ),
    )
    .returning({ id: articles.id, title: articles.title, createdAt: articlePreviewLinks.createdAt });
  for (const { createdAt, ...article } of ended)
    await auditArticle(tx, actor, article, {
      action: 'article_preview_revoked',
      detail: `created ${createdAt.toISOString()}`,
    });
}
