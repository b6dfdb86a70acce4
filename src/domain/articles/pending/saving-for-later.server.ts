import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { auditArticle } from '../article-audit.server.ts';
import type { ArticleFields } from '../article-fields.ts';
import type { ContentNotice } from '../foreign-html/notices.ts';
import { type ContainedAutosave, removeContainedAutosave } from '../autosaves/autosaving.server.ts';
import { lockArticle, requireCurrent, type RevisionRef } from '../article-locks.server.ts';
import { requireChangePermission, requireStoredPermission } from '../article-permissions.server.ts';
import { type ArticleDeps, prepareFields } from '../prepare-fields.server.ts';
import { createRevision } from '../revisions.server.ts';
import { endSchedule, schedulesChanges } from '../schedule/scheduling.server.ts';
import { isSlugDerived } from '../slug.ts';
import { lockAuthorNames, signArticle } from '../signing.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';
import { findNewestText } from './newest-text.server.ts';
import { publishNewestText } from './publish-newest-text.server.ts';
import { storePendingChanges } from './store-pending.server.ts';

const PUBLIC = { isDraft: false };

/**
 * Saves changes of a published article that readers do not see until they are published. `isDraft` of the fields is ignored.
 * Returns what the content has lost.
 *
 * Throws `conflict` for an article that is not published, or for a slug that is in use, `unprocessable` with the invalid fields,
 * `stale`, `forbidden`, and `not_found`. Nothing is changed then.
 */
export async function saveForLater(
  deps: ArticleDeps,
  actor: Actor,
  ref: RevisionRef & { readonly fields: ArticleFields; readonly autosave?: ContainedAutosave },
): Promise<readonly ContentNotice[]> {
  // Before pictures are stored; the locked row is checked again.
  const permission = requireStoredPermission(deps.database.db, ref.id, (article) =>
    requireChangePermission(actor, article, PUBLIC),
  );
  // The alternative texts of pictures are required when the changes are published.
  const { fields, notices } = await prepareFields(deps, actor, { ...ref.fields, isDraft: true }, permission);
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    await lockAuthorNames(tx);
    const before = await lockPublished(tx, actor, ref);
    const previous = await findNewestText(tx, before);
    // In a script that makes no slug. An empty slug is an error, because the article has one.
    const keepsSlug = ref.fields.slug.trim() !== '' && isSlugDerived(ref.fields.slug);
    const slug = keepsSlug ? previous.slug : fields.slug;
    const signed = await signArticle(tx, { ...fields, slug }, { site: deps.site(), before: previous });
    await storePendingChanges(tx, before, signed, { actor, now, previous });
    await removeContainedAutosave(tx, before, ref.autosave);
  });
  return notices;
}

/**
 * Publishes the pending changes of an article, with the rules of a save. Throws `conflict` for an article without pending changes,
 * and otherwise as `saveForLater` does.
 */
export async function publishChanges(deps: CommandDeps, actor: Actor, ref: RevisionRef): Promise<void> {
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    await lockAuthorNames(tx);
    const before = await lockPending(tx, actor, ref);
    await publishNewestText(tx, before, { actor, by: actor, now, publishedAt: now });
  });
}

/**
 * Ends the pending changes of an article, and what is scheduled for them. The live text is the newest revision again; the one with
 * the changes stays. Throws as `publishChanges` does.
 */
export async function discardChanges(deps: CommandDeps, actor: Actor, ref: RevisionRef): Promise<void> {
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    const before = await lockPending(tx, actor, ref);
    const change = {
      revision: before.revision + 1,
      liveRevision: null,
      ...(schedulesChanges(before) && (await endSchedule(tx, before))),
    };
    await tx.update(articles).set(change).where(eq(articles.id, before.id));
    const revision = { ...before, ...change, updatedBy: actor.userId, updatedAt: now };
    await createRevision(tx, revision, { restoredFrom: before.liveRevision });
    await auditArticle(tx, actor, before, { action: 'article_changes_discarded' });
  });
}

async function lockPublished(tx: Transaction, actor: Actor, ref: RevisionRef): Promise<ArticleRow> {
  const article = await lockArticle(tx, ref.id);
  requireChangePermission(actor, article, PUBLIC);
  requireCurrent(article, ref);
  if (article.isDraft) throw new DomainError('conflict', 'This article is not published.');
  return article;
}

async function lockPending(tx: Transaction, actor: Actor, ref: RevisionRef): Promise<ArticleRow> {
  const article = await lockPublished(tx, actor, ref);
  if (article.liveRevision === null)
    throw new DomainError('conflict', 'This article has no pending changes.');
  return article;
}
