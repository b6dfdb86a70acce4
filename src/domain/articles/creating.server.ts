import { and, eq, lt } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { Refusal } from '#platform/refusal.ts';
import { announceChange } from './announcing.server.ts';
import { forgetDeletedSlug } from './deleted-slugs.server.ts';
import { columnsOf, type DeskParts, prepareManuscript } from './desk.server.ts';
import type { Manuscript } from './manuscript.ts';
import { publishedNow } from './publish-date.server.ts';
import { keepRevision } from './revisions.server.ts';
import { claimSlug } from './slugs.server.ts';
import { articleRequests, articles } from './tables.server.ts';

/** How long a key is remembered. Milliseconds. */
const KEY_LIFE = 24 * 60 * 60 * 1000;

interface Creation {
  readonly manuscript: Manuscript;
  /** Asked again by the same editor with the same key within a day, the same article is answered and none created. */
  readonly key: string | null;
}

interface Created {
  readonly id: string;
  /** False when it was there already, under the same key; it may have been created with other words. */
  readonly isNew: boolean;
}

/**
 * Creates an article, as a draft or published at once.
 *
 * Refuses (`unprocessable`, `conflict`) with the field that needs another look; `gone` when the article created under
 * this key has been deleted since.
 */
export async function createArticle(parts: DeskParts, actor: Actor, creation: Creation): Promise<Created> {
  const manuscript = await prepareManuscript(parts, actor, creation.manuscript);
  const now = parts.clock();
  return parts.database.transaction(async (tx) => {
    const id = uuidv7(now.getTime());
    const known = creation.key === null ? null : await takeKey(tx, actor, creation.key, now);
    if (known !== null) return { id: known, isNew: false };
    await claimSlug(tx, manuscript.slug, null);
    const [article] = await tx
      .insert(articles)
      .values({
        id,
        ...columnsOf(manuscript, null),
        publishDate: manuscript.isDraft ? null : publishedNow(now),
        createdBy: actor.userId,
        updatedBy: actor.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (article === undefined) throw new Error('The article was not inserted');
    if (creation.key !== null)
      await tx.update(articleRequests).set({ articleId: id }).where(ofKey(actor, creation.key));
    if (!article.isDraft) await forgetDeletedSlug(tx, article.slug);
    await keepRevision(tx, article);
    await announceChange(tx, null, article);
    return { id, isNew: true };
  });
}

/** The article that was created under the key, or null when it is ours now. Waits for whoever has it at this moment. */
async function takeKey(tx: Transaction, actor: Actor, key: string, now: Date): Promise<string | null> {
  const createdBy = actor.userId;
  const isOld = lt(articleRequests.createdAt, new Date(now.getTime() - KEY_LIFE));
  await tx.delete(articleRequests).where(and(eq(articleRequests.createdBy, createdBy), isOld));
  const taken = await tx
    .insert(articleRequests)
    .values({ createdBy, key, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (taken.length > 0) return null;
  const [known] = await tx.select().from(articleRequests).where(ofKey(actor, key));
  if (known?.articleId === null || known === undefined)
    throw new Refusal('gone', 'The article created by this request has been deleted.');
  return known.articleId;
}

function ofKey({ userId }: Actor, key: string) {
  return and(eq(articleRequests.createdBy, userId), eq(articleRequests.key, key));
}
