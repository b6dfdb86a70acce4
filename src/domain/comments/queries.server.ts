import { and, count, desc, eq } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { COMMENT_PAGE_SIZE, type PublicComment } from './comment.ts';
import { pseudonymFor } from './pseudonym.server.ts';
import { comments } from './tables.server.ts';

export interface CommentList {
  readonly comments: readonly PublicComment[];
  /** All published ones, also those beyond the first 50. */
  readonly total: number;
}

/** Newest first; held and deleted ones are neither shown nor counted. */
export async function listComments(db: Db, articleId: string, pseudonymKey: string): Promise<CommentList> {
  const published = and(eq(comments.articleId, articleId), eq(comments.status, 'published'));
  const [counted] = await db.select({ total: count() }).from(comments).where(published);
  const rows = await db
    .select()
    .from(comments)
    .where(published)
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(COMMENT_PAGE_SIZE);
  return {
    total: counted?.total ?? 0,
    comments: rows.map((row) => ({
      id: row.id,
      name: pseudonymFor(row.userEmail, pseudonymKey),
      text: row.commentText,
      createdAt: row.createdAt,
    })),
  };
}
