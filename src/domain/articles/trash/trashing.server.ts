import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import { auditArticle } from '../article-audit.server.ts';
import { lockArticle, lockTrashedArticle, requireCurrent } from '../article-locks.server.ts';
import { requireChangePermission } from '../article-permissions.server.ts';
import { clearDeletedSlugs, recordDeletedSlugs } from '../deleted-slugs.server.ts';
import { invalidateArticle } from '../invalidation.server.ts';
import { recordSitemapChange } from '../sitemap-changes.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';

/*
 * Neither command saves the article: no field changes, so there is no revision, and the date of change stays. In the trash
 * it is a draft, so that no public query can find it.
 */

/**
 * Moves an article to the trash, with its comments, revisions and notes. The slugs at which it was public answer 410, and
 * no other article can use them. Throws `forbidden` and `not_found`, and `stale` if `basedOn` is not the current revision.
 */
export async function trashArticle(
  { database, clock }: CommandDeps,
  actor: Actor,
  id: string,
  basedOn?: number,
): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    // Locked first: a concurrent transaction may publish it, and then its slug must be recorded too.
    const before = await lockArticle(tx, id);
    requireChangePermission(actor, before, { isDraft: true });
    if (basedOn !== undefined) requireCurrent(before, { id, basedOn });
    await recordDeletedSlugs(tx, id);
    const after = await updateTrash(tx, id, {
      isDraft: true,
      trashedAt: now,
      trashedBy: actor.userId,
      trashedPublished: !before.isDraft,
    });
    await auditArticle(tx, actor, after, { action: 'article_deleted' });
    await recordSitemapChange(tx, before, after, now);
    await invalidateArticle(tx, before, after);
  });
}

/**
 * Takes an article out of the trash exactly as it was: published at its slug, in review, or a draft. Needs the permission
 * that moving it to the trash needed. Throws `forbidden`, `not_found` if it is not in the trash, and `stale` as above.
 */
export async function restoreArticle(
  { database, clock }: CommandDeps,
  actor: Actor,
  id: string,
  basedOn?: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await lockTrashedArticle(tx, id);
    requireChangePermission(actor, before, { isDraft: !before.trashedPublished });
    if (basedOn !== undefined) requireCurrent(before, { id, basedOn });
    const after = await updateTrash(tx, id, {
      isDraft: !before.trashedPublished,
      trashedAt: null,
      trashedBy: null,
      trashedPublished: false,
    });
    await clearDeletedSlugs(tx, id);
    await auditArticle(tx, actor, after, { action: 'article_restored' });
    await recordSitemapChange(tx, before, after, clock());
    await invalidateArticle(tx, before, after);
  });
}

type TrashColumns = Pick<ArticleRow, 'isDraft' | 'trashedAt' | 'trashedBy' | 'trashedPublished'>;

async function updateTrash(tx: Transaction, id: string, columns: TrashColumns): Promise<ArticleRow> {
  const [after] = await tx.update(articles).set(columns).where(eq(articles.id, id)).returning();
  if (after === undefined) throw new Error(`Article ${id} was not updated`);
  return after;
}
