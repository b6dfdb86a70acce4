import { and, desc, eq, inArray } from 'drizzle-orm';
import { publishedArticles } from '#domain/articles/tables.server.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import type { Db } from '#platform/db/database.ts';
import { pagesOf, rowsBefore } from '#platform/paging.ts';
import { COMMENT_PAGE_SIZE, type PublicComment } from './comment.ts';
import { isOpen } from './commenting.server.ts';
import { pseudonymFor } from './pseudonym.server.ts';
import { closedCommenting, commentCounts, comments } from './tables.server.ts';

export interface CommentList {
  readonly comments: readonly PublicComment[];
  /** All published ones, not only those of this page. */
  readonly total: number;
  readonly page: number;
  /** At least 1, also when nobody has said anything. */
  readonly pageCount: number;
}

const newestFirst = [desc(comments.createdAt), desc(comments.id)];

/** Newest first, 50 a page; held and deleted ones are neither shown nor counted. */
export async function listComments(
  db: Db,
  articleId: string,
  pseudonymKey: string,
  page = 1,
): Promise<CommentList> {
  const total = await countPublishedComments(db, articleId);
  // The ids first: a deep page then skips entries of an index instead of texts.
  const ids = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.articleId, articleId), eq(comments.status, 'published')))
    .orderBy(...newestFirst)
    .limit(COMMENT_PAGE_SIZE)
    .offset(rowsBefore(page, COMMENT_PAGE_SIZE));
  const rows =
    total === 0
      ? []
      : await db
          .select()
          .from(comments)
          .where(inArray(comments.id, ids))
          .orderBy(...newestFirst);
  return {
    total,
    page,
    pageCount: pagesOf(total, COMMENT_PAGE_SIZE),
    comments: rows.map((row) => ({
      id: row.id,
      name: pseudonymFor(row.userEmail, pseudonymKey),
      text: row.commentText,
      createdAt: row.createdAt,
    })),
  };
}

/** One row, however many there are. */
export async function countPublishedComments(db: Db, articleId: string): Promise<number> {
  const [row] = await db
    .select({ published: commentCounts.published })
    .from(commentCounts)
    .where(eq(commentCounts.articleId, articleId));
  return row?.published ?? 0;
}

/** Whether an article takes comments now. The page that shows it carries the tags of both the article and the setting. */
export async function isCommentingOpen(db: Db, articleId: string): Promise<boolean> {
  const [row] = await db
    .select({ isOpen: isOpen(await readSettings(db)) })
    .from(publishedArticles)
    .leftJoin(closedCommenting, eq(closedCommenting.articleId, publishedArticles.id))
    .where(eq(publishedArticles.id, articleId));
  return row?.isOpen ?? false;
}
