import { eq } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { announceChange } from './announcing.server.ts';
import { checkDescriptions } from './checking.server.ts';
import { forgetDeletedSlug } from './deleted-slugs.server.ts';
import { columnsOf, type DeskParts, prepareManuscript } from './desk.server.ts';
import type { Manuscript } from './manuscript.ts';
import { publishedNow } from './publish-date.server.ts';
import { getRevision, keepRevision, type Revision } from './revisions.server.ts';
import { claimSlug, leaveRedirect } from './slugs.server.ts';
import { type ArticleRow, articles } from './tables.server.ts';

export interface Edition {
  readonly id: string;
  /** The revision the editor has seen; any other than the present one is refused. */
  readonly basedOn: number;
}

/**
 * Saves an article as it was handed in, and with that publishes it, takes it offline or leaves it as it is (`isDraft`).
 * Adds a revision.
 *
 * Refuses `stale` when somebody has saved meanwhile, `conflict` for a slug that is taken, `unprocessable` with the
 * fields that need another look, `not_found`; nothing is changed then.
 */
export async function saveArticle(
  parts: DeskParts,
  actor: Actor,
  edition: Edition & { readonly manuscript: Manuscript },
): Promise<void> {
  const manuscript = await prepareManuscript(parts, actor, edition.manuscript);
  const now = parts.clock();
  await parts.database.transaction(async (tx) => {
    await rewrite(tx, await takeArticle(tx, edition), manuscript, { actor, now });
  });
}

/**
 * Brings back the words of an earlier revision, as a new one. Slug and state stay what they are: the article neither
 * moves nor goes on or offline. Refuses as `saveArticle` does.
 */
export async function restoreRevision(
  parts: DeskParts,
  actor: Actor,
  edition: Edition & { readonly revision: number },
): Promise<void> {
  requireEditor(actor);
  const earlier = await getRevision(parts.database.db, edition.id, edition.revision);
  // Again under the rules of today, which may be stricter than those it was stored under.
  const manuscript = await prepareManuscript(parts, actor, { ...earlier, isDraft: true });
  const now = parts.clock();
  await parts.database.transaction(async (tx) => {
    const before = await takeArticle(tx, edition);
    const { slug, isDraft } = before;
    const restored = { ...manuscript, slug, isDraft };
    if (!isDraft) checkDescriptions(restored);
    await rewrite(tx, before, restored, { actor, now, restoredFrom: earlier });
  });
}

/** The article, held until the transaction ends. */
async function takeArticle(tx: Transaction, { id, basedOn }: Edition): Promise<ArticleRow> {
  const [article] = await tx.select().from(articles).where(eq(articles.id, id)).for('update');
  if (article === undefined) throw new Refusal('not_found', 'This article is not there any more.');
  if (article.revision !== basedOn)
    throw new Refusal('stale', 'Somebody has saved this article since you opened it.');
  return article;
}

interface Circumstances {
  readonly actor: Actor;
  readonly now: Date;
  readonly restoredFrom?: Revision;
}

async function rewrite(
  tx: Transaction,
  before: ArticleRow,
  manuscript: Manuscript,
  { actor, now, restoredFrom }: Circumstances,
): Promise<void> {
  if (manuscript.slug !== before.slug) {
    await claimSlug(tx, manuscript.slug, before.id);
    await leaveRedirect(tx, before.id, before.slug);
  }
  const isFirstPublication = before.publishDate === null && !manuscript.isDraft;
  const [after] = await tx
    .update(articles)
    .set({
      ...columnsOf(manuscript, restoredFrom ?? before),
      ...(isFirstPublication && { publishDate: publishedNow(now) }),
      updatedBy: actor.userId,
      updatedAt: now,
      revision: before.revision + 1,
    })
    .where(eq(articles.id, before.id))
    .returning();
  if (after === undefined) throw new Error(`Article ${before.id} was not updated`);
  const isNewAddress = before.isDraft || before.slug !== after.slug;
  if (!after.isDraft && isNewAddress) await forgetDeletedSlug(tx, after.slug);
  await keepRevision(tx, after, restoredFrom?.revision ?? null);
  await announceChange(tx, before, after);
}
