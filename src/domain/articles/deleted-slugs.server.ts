import { and, eq, inArray } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { isSlug } from './slug.ts';
import { articleRevisions, articleSlugs, deletedSlugs, publishedArticles } from './tables.server.ts';
import { pageTags } from './cache-tags.ts';

/** Whether an article that is deleted or in the trash was public at this slug. */
export async function isDeletedSlug(db: Db, slug: string): Promise<boolean> {
  return isSlug(slug) && (await db.$count(deletedSlugs, eq(deletedSlugs.slug, slug))) > 0;
}

/**
 * Records every slug at which the article was public; none for an article that was never public. Call it before the
 * article is moved to the trash, in the same transaction, which must have locked its row.
 */
export async function recordDeletedSlugs(tx: Transaction, articleId: string): Promise<void> {
  const slugs = await listPublicSlugs(tx, articleId);
  if (slugs.length === 0) return;
  await tx.insert(deletedSlugs).values(slugs).onConflictDoNothing();
  // Also for an unpublished article: its slug may be cached as not found.
  tx.invalidate(pageTags.article(articleId));
}

/**
 * Removes what `recordDeletedSlugs` recorded. Call it after the article was restored. While it was in the trash, no other
 * article could get one of these slugs.
 */
export async function clearDeletedSlugs(tx: Transaction, articleId: string): Promise<void> {
  const slugs = (await listPublicSlugs(tx, articleId)).map(({ slug }) => slug);
  if (slugs.length === 0) return;
  await tx.delete(deletedSlugs).where(inArray(deletedSlugs.slug, slugs));
  tx.invalidate(pageTags.article(articleId));
}

async function listPublicSlugs(tx: Transaction, articleId: string): Promise<{ slug: string }[]> {
  const published = tx
    .select({ slug: publishedArticles.slug })
    .from(publishedArticles)
    .where(eq(publishedArticles.id, articleId));
  const shown = tx
    .select({ slug: articleRevisions.slug })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.articleId, articleId), eq(articleRevisions.isDraft, false)));
  const redirected = tx
    .select({ slug: articleSlugs.slug })
    .from(articleSlugs)
    .where(eq(articleSlugs.articleId, articleId));
  return published.union(shown).union(redirected);
}

/** Call it when an article is published at this slug. */
export async function clearDeletedSlug(tx: Transaction, slug: string): Promise<void> {
  await tx.delete(deletedSlugs).where(eq(deletedSlugs.slug, slug));
}
