import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import { requireLockedSection } from '#domain/categories/require-section.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { ArticleFields } from '../article-fields.ts';
import { validateFields, validatePictureDescriptions } from '../field-validation.server.ts';
import { toColumns } from '../prepare-fields.server.ts';
import type { PreviousReadTime } from '../read-time.ts';
import { createRevision } from '../revisions.server.ts';
import { requireFreeSlug } from '../slugs.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';

export interface SaveContext {
  readonly actor: Actor;
  readonly now: Date;
  /** The version of the article on which the fields are based. */
  readonly previous: PreviousReadTime;
  /** The number of the revision that is restored. */
  readonly restoredFrom?: number | null;
}

/**
 * Stores the fields of a published article as a revision that readers do not see. Of the article only the revision increases:
 * no page, date or address changes. The slug is reserved: no other article can use it, and nothing answers at it.
 *
 * The row must be locked. Throws `conflict` for a slug that is in use, and `unprocessable` for missing
 * fields and a section that does not exist, or for undescribed pictures if the publication of the changes is scheduled.
 */
export async function storePendingChanges(
  tx: Transaction,
  before: ArticleRow,
  fields: ArticleFields,
  { actor, now, previous, restoredFrom = null }: SaveContext,
): Promise<void> {
  validateFields({ ...fields, isDraft: false });
  if (fields.slug !== before.slug) await requireFreeSlug(tx, actor, fields.slug, before.id);
  if (fields.categorySlug !== before.categorySlug) await requireLockedSection(tx, fields.categorySlug);
  // Publishing at the scheduled moment must not fail.
  if (before.scheduledAction === 'publish_changes') validatePictureDescriptions(fields);
  const revision = before.revision + 1;
  await tx
    .update(articles)
    .set({ revision, liveRevision: before.liveRevision ?? before.revision })
    .where(eq(articles.id, before.id));
  const pending: ArticleRow = {
    ...before,
    ...toColumns(fields, previous),
    isDraft: true,
    revision,
    updatedBy: actor.userId,
    updatedAt: now,
  };
  await createRevision(tx, pending, { restoredFrom, isPending: true });
}
