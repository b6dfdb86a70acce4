import { and, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { isSlug } from './slug.ts';
import { articleRevisions, articleSlugs, deletedSlugs, publishedArticles } from './tables.server.ts';
import { pageTags } from './tags.ts';

/** Whether readers could see an article at this address that was deleted since. */
export async function isDeletedSlug(db: Db, slug: string): Promise<boolean> {
  return isSlug(slug) && (await db.$count(deletedSlugs, eq(deletedSlugs.slug, slug))) > 0;
}

/**
 * Records every address of an article at which readers could see it, none of an article that was never public. To be
 * called before the article is deleted, in the same transaction, which has locked its row.
 */
export async function recordDeletedSlugs(tx: Transaction, articleId: string): Promise<void> {
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
  const slugs = await published.union(shown).union(redirected);
  if (slugs.length === 0) return;
  await tx.insert(deletedSlugs).values(slugs).onConflictDoNothing();
  // The article may be offline, and then no page changes; but its address may be remembered as not found.
  tx.touch(pageTags.article(articleId));
}

/** To be called when an article is published: its address leads to it again. */
export async function forgetDeletedSlug(tx: Transaction, slug: string): Promise<void> {
  await tx.delete(deletedSlugs).where(eq(deletedSlugs.slug, slug));
}
