import { and, desc, eq, lt } from 'drizzle-orm';
import { publishedArticles } from '#domain/articles/tables.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { CommentState } from './comment.ts';
import { comments } from './tables.server.ts';

/** A comment as shown to its author: with its article and state, but without the moderation reasons. */
export interface OwnComment {
  readonly id: string;
  /** Null while the article is not published. */
  readonly article: { readonly slug: string; readonly title: string } | null;
  readonly text: string;
  readonly createdAt: Date;
  readonly state: CommentState;
}

/** Cursor pagination, newest first. A cursor is stable while entries are added or deleted. */
export interface CursorPage {
  /** Id of the last entry of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function listCommentsByEmail(
  db: Db,
  email: string,
  { before, limit }: CursorPage,
): Promise<OwnComment[]> {
  const { slug, title } = publishedArticles;
  return db
    .select({
      id: comments.id,
      article: { slug, title },
      text: comments.commentText,
      createdAt: comments.createdAt,
      state: comments.status,
    })
    .from(comments)
    .leftJoin(publishedArticles, eq(publishedArticles.id, comments.articleId))
    .where(and(eq(comments.userEmail, email), before === undefined ? undefined : lt(comments.id, before)))
    .orderBy(desc(comments.id))
    .limit(limit);
}

export function countCommentsByEmail(db: Db | Transaction, email: string): Promise<number> {
  return db.$count(comments, eq(comments.userEmail, email));
}

/**
 * Deletes a comment permanently and purges the cached pages that show it. False when it does not exist or belongs to
 * another address.
 */
export async function deleteOwnComment(
  tx: Transaction,
  { email, id }: { readonly email: string; readonly id: string },
): Promise<boolean> {
  const deleted = await tx
    .delete(comments)
    .where(and(eq(comments.id, id), eq(comments.userEmail, email)))
    .returning({ articleId: comments.articleId, status: comments.status });
  purgeArticlePages(tx, deleted);
  return deleted.length > 0;
}

/** Permanently deletes all comments of an address, whatever their state. Returns their number. */
export async function deleteCommentsByEmail(tx: Transaction, email: string): Promise<number> {
  const deleted = await tx
    .delete(comments)
    .where(eq(comments.userEmail, email))
    .returning({ articleId: comments.articleId, status: comments.status });
  purgeArticlePages(tx, deleted);
  return deleted.length;
}

type DeletedComment = Pick<typeof comments.$inferSelect, 'articleId' | 'status'>;

function purgeArticlePages(tx: Transaction, deleted: readonly DeletedComment[]): void {
  // Only a published comment is on a cached page.
  const shown = deleted.filter(({ status }) => status === 'published');
  tx.purge(...new Set(shown.map(({ articleId }) => pageTags.article(articleId))));
}
