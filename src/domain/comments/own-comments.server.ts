import { and, desc, eq, lt } from 'drizzle-orm';
import { publishedArticles } from '#domain/articles/tables.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { CommentState } from './comment.ts';
import { comments } from './tables.server.ts';

/** A comment as its writer may know it: where it stands and what has become of it, but not what the filter thought of it. */
export interface OwnComment {
  readonly id: string;
  /** Null while readers cannot see it. */
  readonly article: { readonly slug: string; readonly title: string } | null;
  readonly text: string;
  readonly createdAt: Date;
  readonly state: CommentState;
}

/** A piece of a list, the newest first: those before an entry, so that what comes or goes meanwhile shifts nothing. */
export interface Piece {
  readonly before?: string | undefined;
  readonly limit: number;
}

export async function listCommentsBy(db: Db, email: string, { before, limit }: Piece): Promise<OwnComment[]> {
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

export function countCommentsBy(db: Db | Transaction, email: string): Promise<number> {
  return db.$count(comments, eq(comments.userEmail, email));
}

/** Deletes one for good; no page shows it even once more. False when it is not there or somebody else's. */
export async function withdrawComment(
  tx: Transaction,
  { email, id }: { readonly email: string; readonly id: string },
): Promise<boolean> {
  const gone = await tx
    .delete(comments)
    .where(and(eq(comments.id, id), eq(comments.userEmail, email)))
    .returning({ articleId: comments.articleId, status: comments.status });
  takeDown(tx, gone);
  return gone.length > 0;
}

/** Deletes all of them for good, deleted and held ones too. Returns how many it were. */
export async function withdrawCommentsBy(tx: Transaction, email: string): Promise<number> {
  const gone = await tx
    .delete(comments)
    .where(eq(comments.userEmail, email))
    .returning({ articleId: comments.articleId, status: comments.status });
  takeDown(tx, gone);
  return gone.length;
}

type Gone = Pick<typeof comments.$inferSelect, 'articleId' | 'status'>;

function takeDown(tx: Transaction, gone: readonly Gone[]): void {
  // A held one was on no page.
  const shown = gone.filter(({ status }) => status === 'published');
  tx.drop(...new Set(shown.map(({ articleId }) => pageTags.article(articleId))));
}
