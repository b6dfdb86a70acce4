import { and, eq, lt } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import { requireLockedSection } from '#domain/categories/require-section.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { DomainError } from '#platform/domain-error.ts';
import { DAY_MS } from '#platform/durations.ts';
import { newFeedId } from './feeds/feed-id.ts';
import { requireChangePermission } from './article-permissions.server.ts';
import { invalidateArticle } from './invalidation.server.ts';
import { STATE_CONDITIONS } from './article-state.server.ts';
import { clearDeletedSlug } from './deleted-slugs.server.ts';
import { toColumns, type ArticleDeps, prepareFields } from './prepare-fields.server.ts';
import type { ArticleFields } from './article-fields.ts';
import type { ContentNotice } from './foreign-html/notices.ts';
import { publishDateError } from './publish-date.ts';
import { recordPublication } from './publication-record.server.ts';
import { createRevision } from './revisions.server.ts';
import { findOwnByline, lockAuthorNames, signArticle } from './signing.server.ts';
import { claimSlug, draftSlug } from './slugs.server.ts';
import { articleRequests, articles } from './tables.server.ts';

/** How long an idempotency key is valid. */
const KEY_TTL_MS = DAY_MS;

interface Creation {
  readonly fields: ArticleFields;
  /** Idempotency key: a second request of the same user with the same key within a day returns the first article. */
  readonly key: string | null;
  /** When the article was first published; null for now, or for a draft. */
  readonly publishDate?: Date | null;
}

export interface Created {
  readonly id: string;
  /** False when an article was already created with this key. Its fields may differ from those of this request. */
  readonly isNew: boolean;
  /** What the content has lost; none for an article that was created earlier. */
  readonly notices: readonly ContentNotice[];
}

/**
 * Creates an article as a draft or as a published article.
 *
 * Throws `unprocessable` or `conflict` with the invalid fields, and `gone` when the article created with this key has
 * been deleted since.
 */
export async function createArticle(deps: ArticleDeps, actor: Actor, creation: Creation): Promise<Created> {
  requireChangePermission(actor, { createdBy: actor.userId, isDraft: true }, creation.fields);
  const { fields, notices } = await prepareFields(deps, actor, creation.fields);
  const now = deps.clock();
  const publishDate = firstPublication(creation, now);
  return deps.database.transaction(async (tx) => {
    await lockAuthorNames(tx);
    const id = uuidv7(now.getTime());
    const known = creation.key === null ? null : await claimKey(tx, actor, creation.key, now);
    if (known !== null) return { id: known, isNew: false, notices: [] };
    await requireLockedSection(tx, fields.categorySlug);
    const slug = fields.slug || (await draftSlug(tx, actor, fields.title, null));
    await claimSlug(tx, actor, slug, null);
    const signed = await signArticle(
      tx,
      { ...fields, slug },
      {
        site: deps.site(),
        before: null,
        ownByline: await findOwnByline(tx, actor),
      },
    );
    const [article] = await tx
      .insert(articles)
      .values({
        id,
        ...toColumns(signed, null),
        publishDate,
        createdBy: actor.userId,
        updatedBy: actor.userId,
        createdAt: now,
        updatedAt: now,
        feedId: newFeedId(deps.site().url, { id, createdAt: now }),
      })
      .returning();
    if (article === undefined) throw new Error('The article was not inserted');
    if (creation.key !== null)
      await tx.update(articleRequests).set({ articleId: id }).where(matchesKey(actor, creation.key));
    if (!article.isDraft) await clearDeletedSlug(tx, article.slug);
    await createRevision(tx, article);
    await recordPublication(tx, actor, null, article);
    await invalidateArticle(tx, null, article);
    return { id, isNew: true, notices };
  });
}

/** Throws `unprocessable` with the field `publish_date` for a moment that is not possible, and for a draft with a date. */
function firstPublication({ fields, publishDate: given = null }: Creation, now: Date): Date | null {
  if (given === null) return fields.isDraft ? null : now;
  const error = fields.isDraft ? 'A draft has no publication date' : publishDateError(given, now);
  if (error !== null) throw new DomainError('unprocessable', error, { fields: { publish_date: error } });
  return given;
}

/** The article created with this key, or null if this request has claimed the key. Waits for a concurrent claim. */
async function claimKey(tx: Transaction, actor: Actor, key: string, now: Date): Promise<string | null> {
  const createdBy = actor.userId;
  const isOld = lt(articleRequests.createdAt, new Date(now.getTime() - KEY_TTL_MS));
  await tx.delete(articleRequests).where(and(eq(articleRequests.createdBy, createdBy), isOld));
  const claimed = await tx
    .insert(articleRequests)
    .values({ createdBy, key, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (claimed.length > 0) return null;
  const [known] = await tx.select().from(articleRequests).where(matchesKey(actor, key));
  const articleId = known?.articleId ?? null;
  const isInTrash =
    articleId !== null &&
    (await tx.$count(articles, and(eq(articles.id, articleId), STATE_CONDITIONS.in_trash))) > 0;
  if (articleId === null || isInTrash)
    throw new DomainError('gone', 'The article created by this request has been deleted.');
  return articleId;
}

function matchesKey({ userId }: Actor, key: string) {
  return and(eq(articleRequests.createdBy, userId), eq(articleRequests.key, key));
}
