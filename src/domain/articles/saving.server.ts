import { eq } from 'drizzle-orm';
import { type Actor, requireAdmin } from '#domain/accounts/actor.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { invalidateArticle } from './invalidation.server.ts';
import { validatePictureDescriptions } from './field-validation.server.ts';
import { clearDeletedSlug } from './deleted-slugs.server.ts';
import { toColumns, type ArticleDeps, prepareFields } from './prepare-fields.server.ts';
import type { ArticleFields } from './article-fields.ts';
import { publishDateNow } from './publish-date.server.ts';
import { getRevision, createRevision, type Revision } from './revisions.server.ts';
import { claimSlug, createRedirect } from './slugs.server.ts';
import { type ArticleRow, articles } from './tables.server.ts';

export interface RevisionRef {
  readonly id: string;
  /** The revision that the editor loaded. The save is rejected if it is not the current one. */
  readonly basedOn: number;
}

/**
 * Saves an article and adds a revision. `isDraft` publishes or unpublishes it, or leaves its state unchanged.
 *
 * Throws `stale` when the article was saved after it was loaded, `conflict` for a slug that is in use, `unprocessable`
 * with the invalid fields, and `not_found`. Nothing is changed then.
 */
export async function saveArticle(
  deps: ArticleDeps,
  actor: Actor,
  ref: RevisionRef & { readonly fields: ArticleFields },
): Promise<void> {
  const fields = await prepareFields(deps, actor, ref.fields);
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    await updateArticle(tx, await lockArticle(tx, ref), fields, { actor, now });
  });
}

/**
 * Restores the fields of an earlier revision as a new revision. Slug and `isDraft` do not change. Throws as
 * `saveArticle` does.
 */
export async function restoreRevision(
  deps: ArticleDeps,
  actor: Actor,
  ref: RevisionRef & { readonly revision: number },
): Promise<void> {
  requireAdmin(actor);
  const earlier = await getRevision(deps.database.db, ref.id, ref.revision);
  // Validated again, because the rules may be stricter than when the revision was stored.
  const fields = await prepareFields(deps, actor, { ...earlier, isDraft: true });
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    const before = await lockArticle(tx, ref);
    const { slug, isDraft } = before;
    const restored = { ...fields, slug, isDraft };
    if (!isDraft) validatePictureDescriptions(restored);
    await updateArticle(tx, before, restored, { actor, now, restoredFrom: earlier });
  });
}

/** Returns the article and locks its row until the transaction ends. */
async function lockArticle(tx: Transaction, { id, basedOn }: RevisionRef): Promise<ArticleRow> {
  const [article] = await tx.select().from(articles).where(eq(articles.id, id)).for('update');
  if (article === undefined) throw new DomainError('not_found', 'This article no longer exists.');
  if (article.revision !== basedOn)
    throw new DomainError('stale', 'This article has been saved since you opened it.');
  return article;
}

interface SaveContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly restoredFrom?: Revision;
}

async function updateArticle(
  tx: Transaction,
  before: ArticleRow,
  fields: ArticleFields,
  { actor, now, restoredFrom }: SaveContext,
): Promise<void> {
  if (fields.slug !== before.slug) {
    await claimSlug(tx, fields.slug, before.id);
    await createRedirect(tx, before.id, before.slug);
  }
  const isFirstPublication = before.publishDate === null && !fields.isDraft;
  const [after] = await tx
    .update(articles)
    .set({
      ...toColumns(fields, restoredFrom ?? before),
      ...(isFirstPublication && { publishDate: publishDateNow(now) }),
      updatedBy: actor.userId,
      updatedAt: now,
      revision: before.revision + 1,
    })
    .where(eq(articles.id, before.id))
    .returning();
  if (after === undefined) throw new Error(`Article ${before.id} was not updated`);
  const isNewAddress = before.isDraft || before.slug !== after.slug;
  if (!after.isDraft && isNewAddress) await clearDeletedSlug(tx, after.slug);
  await createRevision(tx, after, restoredFrom?.revision ?? null);
  await invalidateArticle(tx, before, after);
}
