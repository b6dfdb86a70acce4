import { eq } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { createMemoryLimit } from '#platform/rate-limit/memory-limit.ts';
import { consumeForNetwork } from '#platform/rate-limit/network-limit.ts';
import { articleState } from '../article-state.ts';
import { articleAutosaves } from '../autosaves/tables.server.ts';
import { findNewestText } from '../pending/newest-text.server.ts';
import { type ArticlePreview, renderStoredPreview } from '../previewing.server.ts';
import { type ArticleRow, articles } from '../tables.server.ts';
import { isWithoutText, titleOrUntitled } from '../untitled.ts';
import { hashToken } from './link-token.server.ts';
import { articlePreviewLinks } from './tables.server.ts';

/** Of one network. A preview is rendered for every request. */
const NETWORK_LIMIT = { limit: 90, windowSeconds: 60 };

export type SharedPreview =
  /** It has expired or was revoked, or the article is in the trash. */
  | { readonly kind: 'ended' }
  /** Readers see the article as it is, at its slug. */
  | { readonly kind: 'public'; readonly slug: string }
  | {
      readonly kind: 'preview';
      readonly preview: ArticlePreview;
      /** Whether readers see an earlier text of the article. */
      readonly isPublished: boolean;
      readonly expiresAt: Date;
    };

export interface SharedPreviews {
  /**
   * What a link shows now; null for an unknown token. Throws `too_many` above the limit of the network.
   *
   * @param network of the reader, as returned by `networkOf`
   */
  find(token: string, network: string): Promise<SharedPreview | null>;
}

export function createSharedPreviews({
  database,
  clock,
}: {
  readonly database: Pick<Database, 'db'>;
  readonly clock: Clock;
}): SharedPreviews {
  // In memory: a refused request must not cost a query.
  const limit = createMemoryLimit();
  return {
    async find(token, network) {
      const { allowed, retryAfterSeconds } = await consumeForNetwork(limit, String, network, NETWORK_LIMIT);
      if (!allowed) throw new DomainError('too_many', '', { retryAfterSeconds });
      return findShared(database.db, token, clock());
    },
  };
}

/** Whatever the token is, one hash and one look-up in an index. */
async function findShared(db: Db, token: string, now: Date): Promise<SharedPreview | null> {
  const [row] = await db
    .select({ link: articlePreviewLinks, article: articles })
    .from(articlePreviewLinks)
    .innerJoin(articles, eq(articles.id, articlePreviewLinks.articleId))
    .where(eq(articlePreviewLinks.tokenHash, hashToken(token)));
  if (row === undefined) return null;
  const { link, article } = row;
  const state = articleState(article);
  if (link.revokedAt !== null || link.expiresAt <= now || state === 'in_trash') return { kind: 'ended' };
  if (state === 'published') return { kind: 'public', slug: article.slug };
  const text = await findSharedText(db, article);
  return {
    kind: 'preview',
    preview: await renderStoredPreview(
      db,
      { ...text, title: titleOrUntitled(text.title) },
      article.publishDate ?? article.scheduledAt ?? now,
    ),
    isPublished: !article.isDraft,
    expiresAt: link.expiresAt,
  };
}

/**
 * The text that a person saved last. What is only saved automatically stays in the newsroom, except for a draft that nobody has
 * saved yet, which has nothing else.
 */
async function findSharedText(db: Db, article: ArticleRow): Promise<ArticleRow> {
  const text = await findNewestText(db, article);
  if (!isWithoutText(text)) return text;
  const [autosave] = await db
    .select()
    .from(articleAutosaves)
    .where(eq(articleAutosaves.articleId, article.id));
  return autosave === undefined ? text : { ...text, ...autosave };
}
