import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import { isSection, requireLockedSection } from '#domain/categories/require-section.server.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type ContainedAutosave, removeContainedAutosave } from './autosaves/autosaving.server.ts';
import { lockArticle, requireCurrent, type RevisionRef } from './article-locks.server.ts';
import { requireChangePermission, requireStoredPermission } from './article-permissions.server.ts';
import { validateForPublication } from './field-validation.server.ts';
import { toColumns, type ArticleDeps, prepareFields } from './prepare-fields.server.ts';
import type { ArticleFields } from './article-fields.ts';
import type { ContentNotice } from './foreign-html/notices.ts';
import { findNewestText } from './pending/newest-text.server.ts';
import { moveToSlug } from './pending/publish-newest-text.server.ts';
import { type SaveContext, storePendingChanges } from './pending/store-pending.server.ts';
import { getRevision, type Revision } from './revisions.server.ts';
import { lockAuthorNames, signArticle } from './signing.server.ts';
import { draftSlug } from './slugs.server.ts';
import { storeArticle } from './store-article.server.ts';
import { type ArticleRow, articles } from './tables.server.ts';

/**
 * Saves an article and adds a revision. `isDraft` publishes or unpublishes it, or leaves its state unchanged: a draft in
 * review or a scheduled article stays so, with its new text, until it is published. Pending changes end: the fields are based on
 * them. Returns what the content has lost.
 *
 * Throws `stale` when the article was saved after it was loaded, `conflict` for a slug that is in use, `unprocessable`
 * with the invalid fields, `forbidden`, and `not_found`. Nothing is changed then.
 */
export async function saveArticle(
  deps: ArticleDeps,
  actor: Actor,
  ref: RevisionRef & {
    readonly fields: ArticleFields;
    readonly autosave?: ContainedAutosave;
  },
): Promise<readonly ContentNotice[]> {
  // Before pictures are stored; the locked row is checked again.
  const permission = requireStoredPermission(deps.database.db, ref.id, (article) =>
    requireChangePermission(actor, article, ref.fields),
  );
  const { fields, notices } = await prepareFields(deps, actor, ref.fields, permission);
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    await lockAuthorNames(tx);
    const before = await lockArticle(tx, ref.id);
    requireChangePermission(actor, before, fields);
    requireCurrent(before, ref);
    await removeContainedAutosave(tx, before, ref.autosave);
    const newest = await findNewestText(tx, before);
    const signed = await signArticle(tx, fields, { site: deps.site(), before: newest });
    await updateArticle(tx, before, signed, { actor, now, previous: newest });
  });
  return notices;
}

/**
 * Restores the fields of an earlier revision as a new revision. Slug and `isDraft` do not change. Readers do not see it if the
 * article has pending changes, or if the revision was saved for later: then it is saved for later again. Throws as `saveArticle`
 * does.
 */
export async function restoreRevision(
  deps: ArticleDeps,
  actor: Actor,
  ref: RevisionRef & { readonly revision: number },
): Promise<void> {
  await requireStoredPermission(deps.database.db, ref.id, (article) =>
    requireChangePermission(actor, article, article),
  );
  const earlier = await getRevision(deps.database.db, actor, ref);
  // Validated again, because the rules may be stricter than when the revision was stored.
  const categorySlug = await findRestorableSection(deps.database.db, earlier, ref);
  const { fields } = await prepareFields(deps, actor, { ...earlier, categorySlug, isDraft: true });
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    await lockAuthorNames(tx);
    const before = await lockArticle(tx, ref.id);
    requireChangePermission(actor, before, before);
    requireCurrent(before, ref);
    const newest = await findNewestText(tx, before);
    // Authors who no longer exist are restored by name.
    const context = { site: deps.site(), before: newest, keepsUnknownAuthors: true };
    const restored = { ...(await signArticle(tx, fields, context)), slug: newest.slug };
    const save = { actor, now, previous: earlier, restoredFrom: earlier.revision };
    if (before.liveRevision !== null || (earlier.isPending && !before.isDraft))
      return storePendingChanges(tx, before, restored, save);
    const { isDraft } = before;
    if (!isDraft) validateForPublication(restored);
    return updateArticle(tx, before, { ...restored, isDraft }, save);
  });
}

/** The section of a revision, or that of the article now if the former one was removed. */
async function findRestorableSection(
  db: Db,
  { categorySlug }: Revision,
  { id }: RevisionRef,
): Promise<string> {
  if (await isSection(db, categorySlug)) return categorySlug;
  const [now] = await db
    .select({ categorySlug: articles.categorySlug })
    .from(articles)
    .where(eq(articles.id, id));
  return now?.categorySlug ?? categorySlug;
}

async function updateArticle(
  tx: Transaction,
  before: ArticleRow,
  given: ArticleFields,
  { actor, now, previous, restoredFrom = null }: SaveContext,
): Promise<void> {
  const fields = { ...given, slug: given.slug || (await draftSlug(tx, actor, given.title, before)) };
  await moveToSlug(tx, actor, before, fields.slug);
  if (fields.categorySlug !== before.categorySlug) await requireLockedSection(tx, fields.categorySlug);
  // Publishing at the scheduled moment must not fail.
  if (fields.isDraft && before.scheduledAction === 'publish') validateForPublication(fields);
  await storeArticle(
    tx,
    before,
    { ...toColumns(fields, previous), isDraft: fields.isDraft },
    { by: actor, now, publishedAt: now, restoredFrom },
  );
}
