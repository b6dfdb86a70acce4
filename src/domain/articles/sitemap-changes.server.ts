import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { sitemapMonth } from './sitemap-month.ts';
import { type ArticleRow, sitemapMonths } from './tables.server.ts';

type ListedArticle = Pick<ArticleRow, 'isDraft' | 'publishDate' | 'modifiedAt' | 'updatedAt'>;

/**
 * Records that the sitemap of a month has lost an article, or got one that was last changed before `now`. Otherwise the date
 * of the article says that the sitemap has changed, so that publishing and saving need no statement here.
 *
 * @param after null for a deleted article
 */
export async function recordSitemapChange(
  tx: Transaction,
  before: ListedArticle,
  after: ListedArticle | null,
  now: Date,
): Promise<void> {
  const [left, entered] = [monthOf(before), monthOf(after)];
  if (left === entered) return;
  const isDated = after !== null && (after.modifiedAt ?? after.updatedAt) >= now;
  const months = [left, isDated ? null : entered].filter((month) => month !== null);
  if (months.length === 0) return;
  await tx
    .insert(sitemapMonths)
    // In order, so that two transactions cannot wait for each other.
    .values(months.toSorted().map((month) => ({ month, changedAt: now })))
    .onConflictDoUpdate({
      target: sitemapMonths.month,
      set: { changedAt: sql`greatest(${sitemapMonths.changedAt}, excluded.changed_at)` },
    });
}

/** The month whose sitemap lists an article; null if none does. */
const monthOf = (article: ListedArticle | null) =>
  article === null || article.isDraft || article.publishDate === null
    ? null
    : sitemapMonth(article.publishDate);
