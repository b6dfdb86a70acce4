import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { auditArticle } from '../article-audit.server.ts';
import { lockArticle } from '../article-locks.server.ts';
import { requireChangePermission, requireStoredPermission } from '../article-permissions.server.ts';
import { articleState } from '../article-state.ts';
import { createToken, hashToken } from './link-token.server.ts';
import { PREVIEW_LINK_HOURS, PREVIEW_LINK_LIMIT, type PreviewLink } from './preview-link.ts';
import { articlePreviewLinks } from './tables.server.ts';

/** Of one person, for all articles: links can be revoked and created again. */
const RATE = { limit: 30, windowSeconds: 3600 };

export interface PreviewLinkDeps extends CommandDeps {
  readonly rateLimit: RateLimit;
}

/**
 * The links of an article that work, the newest first. Throws `forbidden` for an article whose preview the actor may not share,
 * and `not_found`.
 */
export async function listPreviewLinks(
  { database, clock }: Pick<PreviewLinkDeps, 'database' | 'clock'>,
  actor: Actor,
  articleId: string,
): Promise<PreviewLink[]> {
  const { db } = database;
  await requireStoredPermission(db, articleId, (article) =>
    requireArticlePermission(actor, 'article.share', article),
  );
  return selectLinks(db, articleId, clock());
}

/**
 * Creates a link to the preview of an article, and returns its token, which is not stored. Needs the permission to change the
 * article. Throws `conflict` for an article that readers see as it is, and for one with `PREVIEW_LINK_LIMIT` links; `too_many`,
 * `forbidden`, and `not_found`, also for an article in the trash.
 */
export async function createPreviewLink(
  { database, clock, rateLimit }: PreviewLinkDeps,
  actor: Actor,
  articleId: string,
): Promise<string> {
  await requireStoredPermission(database.db, articleId, (article) =>
    requireArticlePermission(actor, 'article.share', article),
  );
  const { allowed, retryAfterSeconds } = await rateLimit.consume(`preview-link:${actor.userId}`, RATE);
  if (!allowed) throw new DomainError('too_many', '', { retryAfterSeconds });
  const token = createToken();
  await database.transaction(async (tx) => {
    const article = await lockArticle(tx, articleId);
    requireArticlePermission(actor, 'article.share', article);
    if (articleState(article) === 'published')
      throw new DomainError('conflict', 'Everybody can read this article. There is nothing to preview.');
    requireChangePermission(actor, article, article);
    const now = clock();
    if ((await tx.$count(articlePreviewLinks, isWorking(articleId, now))) >= PREVIEW_LINK_LIMIT)
      throw new DomainError(
        'conflict',
        `This article has ${PREVIEW_LINK_LIMIT} links. Please revoke one first.`,
      );
    const expiresAt = new Date(now.getTime() + PREVIEW_LINK_HOURS * HOUR_MS);
    await tx.insert(articlePreviewLinks).values({
      id: uuidv7(now.getTime()),
      articleId,
      tokenHash: hashToken(token),
      createdBy: actor.userId,
      createdAt: now,
      expiresAt,
    });
    await auditArticle(tx, actor, article, {
      action: 'article_preview_shared',
      detail: `until ${expiresAt.toISOString()}`,
    });
  });
  return token;
}

/**
 * Ends a link of an article at once. Throws `forbidden`, and `not_found` if it has ended already, or if the article is in the
 * trash, where no link works.
 */
export async function revokePreviewLink(
  { database, clock }: Pick<PreviewLinkDeps, 'database' | 'clock'>,
  actor: Actor,
  { articleId, linkId }: { readonly articleId: string; readonly linkId: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const article = await lockArticle(tx, articleId);
    requireArticlePermission(actor, 'article.share', article);
    const now = clock();
    const revoked = await tx
      .update(articlePreviewLinks)
      .set({ revokedAt: now })
      .where(and(eq(articlePreviewLinks.id, linkId), isWorking(articleId, now)))
      .returning({ createdAt: articlePreviewLinks.createdAt });
    const [link] = revoked;
    if (link === undefined) throw new DomainError('not_found', 'This link does not work any more.');
    await auditArticle(tx, actor, article, {
      action: 'article_preview_revoked',
      detail: `created ${link.createdAt.toISOString()}`,
    });
  });
}

function selectLinks(db: Db, articleId: string, now: Date): Promise<PreviewLink[]> {
  return db
    .select({
      id: articlePreviewLinks.id,
      createdByName: user.name,
      createdAt: articlePreviewLinks.createdAt,
      expiresAt: articlePreviewLinks.expiresAt,
    })
    .from(articlePreviewLinks)
    .leftJoin(user, eq(user.id, articlePreviewLinks.createdBy))
    .where(isWorking(articleId, now))
    .orderBy(desc(articlePreviewLinks.expiresAt), desc(articlePreviewLinks.id))
    .limit(PREVIEW_LINK_LIMIT);
}

const isWorking = (articleId: string, now: Date) =>
  and(
    eq(articlePreviewLinks.articleId, articleId),
    gt(articlePreviewLinks.expiresAt, now),
    isNull(articlePreviewLinks.revokedAt),
  );
