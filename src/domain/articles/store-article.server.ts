import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { Transaction } from '#platform/db/database.ts';
import { hasPublicChange } from './article-events.server.ts';
import { clearDeletedSlug } from './deleted-slugs.server.ts';
import { invalidateArticle } from './invalidation.server.ts';
import { recordPublication } from './publication-record.server.ts';
import { createRevision } from './revisions.server.ts';
import { endSchedule, schedulesChanges } from './schedule/scheduling.server.ts';
import { recordSitemapChange } from './sitemap-changes.server.ts';
import { type ArticleRow, articles } from './tables.server.ts';

export interface StoreOptions {
  /** Null if the account no longer exists. */
  readonly by: Pick<Actor, 'userId'> | null;
  readonly now: Date;
  /** The publication date, if this is the first publication. */
  readonly publishedAt: Date;
  /** The number of the revision that is restored. */
  readonly restoredFrom?: number | null;
}

/**
 * The last step of every command that changes an article: stores it with a new revision, and does what publishing or taking
 * offline entails. The row must be locked, its new slug claimed. Ends pending changes: they are in `columns`, which are the
 * whole text, or given up.
 */
export async function storeArticle(
  tx: Transaction,
  before: ArticleRow,
  columns: Partial<ArticleRow> &
    Pick<ArticleRow, 'slug' | 'title' | 'excerpt' | 'content' | 'categorySlug' | 'isDraft'>,
  { by, now, publishedAt, restoredFrom = null }: StoreOptions,
): Promise<void> {
  const { isDraft } = columns;
  const isFirstPublication = before.publishDate === null && !isDraft;
  const [after] = await tx
    .update(articles)
    .set({
      ...columns,
      ...(isFirstPublication && { publishDate: publishedAt }),
      // Publishing ends a review; a saved draft stays in it.
      ...(!isDraft && { submittedAt: null, returnedAt: null }),
      liveRevision: null,
      // What was scheduled has happened, now or by hand.
      ...((isDraft !== before.isDraft || schedulesChanges(before)) && (await endSchedule(tx, before))),
      updatedBy: by?.userId ?? null,
      updatedAt: now,
      modifiedAt: isSameForReaders(before, columns) ? (before.modifiedAt ?? before.updatedAt) : null,
      revision: before.revision + 1,
    })
    .where(eq(articles.id, before.id))
    .returning();
  if (after === undefined) throw new Error(`Article ${before.id} was not updated`);
  const isNewAddress = before.isDraft || before.slug !== after.slug;
  if (!after.isDraft && isNewAddress) await clearDeletedSlug(tx, after.slug);
  await createRevision(tx, after, { restoredFrom });
  await recordPublication(tx, by, before, after);
  await recordSitemapChange(tx, before, after, now);
  await invalidateArticle(tx, before, after);
}

/** Whether the save changes nothing of a public article but its place on other pages. */
const isSameForReaders = (before: ArticleRow, columns: Partial<ArticleRow>) =>
  !before.isDraft && columns.isDraft === false && !hasPublicChange(before, { ...before, ...columns });
