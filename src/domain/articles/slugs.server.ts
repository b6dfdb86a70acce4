import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { articleRevisions, articles, articleSlugs } from './tables.server.ts';

/**
 * Makes sure that an article may have this address: no other article has it, and none had it while readers could see
 * it, whose links would then lead to the wrong text. An article may go back to an address of its own.
 *
 * @param articleId null for an article that is about to be created
 * @throws Refusal `conflict`, said at the field
 */
export async function claimSlug(tx: Transaction, slug: string, articleId: string | null): Promise<void> {
  // Two who want the same address at the same moment come one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`article-slug:${slug}`}, 0))`);
  const others = articleId === null ? undefined : ne(articles.id, articleId);
  const [holder] = await tx
    .select({ title: articles.title })
    .from(articles)
    .where(and(eq(articles.slug, slug), others));
  if (holder !== undefined)
    throw clash(`The article “${holder.title}” has this slug already. Please choose another.`);
  const [former] = await tx
    .select({ title: articles.title })
    .from(articleSlugs)
    .innerJoin(articles, eq(articles.id, articleSlugs.articleId))
    .where(and(eq(articleSlugs.slug, slug), others));
  if (former !== undefined)
    throw clash(`Links with this slug lead to the article “${former.title}”. Please choose another.`);
  if (articleId !== null) await tx.delete(articleSlugs).where(eq(articleSlugs.slug, slug));
}

/** Leaves a redirect behind, if readers have ever seen the article at this address. */
export async function leaveRedirect(tx: Transaction, articleId: string, slug: string): Promise<void> {
  const [shown] = await tx
    .select({ revision: articleRevisions.revision })
    .from(articleRevisions)
    .where(
      and(
        eq(articleRevisions.articleId, articleId),
        eq(articleRevisions.slug, slug),
        eq(articleRevisions.isDraft, false),
      ),
    )
    .limit(1);
  if (shown !== undefined) await tx.insert(articleSlugs).values({ slug, articleId }).onConflictDoNothing();
}

function clash(sentence: string): Refusal {
  return new Refusal('conflict', sentence, { fields: { slug: sentence } });
}
