import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { publishedArticles } from '#domain/articles/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
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

/** What stands under an article. */
export interface Discussion extends CommentList {
  /** Whether the article takes comments now. */
  readonly isOpen: boolean;
}

interface DiscussionOptions {
  readonly articleId: string;
  /** From 1. */
  readonly page: number;
  readonly pseudonymKey: string;
  /** The setting `comment_close_after_days`. Default null: never. */
  readonly closeAfterDays?: number | null;
}

const discussionOf = prepared('discussion', (db) => {
  const articleId = sql.placeholder('articleId');
  // The ids first: a deep page then skips entries of an index instead of texts.
  const ids = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.articleId, articleId), eq(comments.status, 'published')))
    .orderBy(...newestFirst)
    .limit(COMMENT_PAGE_SIZE)
    .offset(sql.placeholder('before'));
  const rows = db
    .select({
      id: comments.id,
      userEmail: comments.userEmail,
      commentText: comments.commentText,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .where(inArray(comments.id, ids))
    .orderBy(...newestFirst);
  return db
    .select({
      total: commentCounts.published,
      isOpen: isOpen(sql.placeholder('closeAfterDays')),
      comments: rowsOf(rows),
    })
    .from(publishedArticles)
    .leftJoin(commentCounts, eq(commentCounts.articleId, publishedArticles.id))
    .leftJoin(closedCommenting, eq(closedCommenting.articleId, publishedArticles.id))
    .where(eq(publishedArticles.id, articleId));
});

/**
 * Newest first, 50 a page; held and deleted ones are neither shown nor counted. The page that shows it carries the tags
 * of both the article and the setting.
 */
export async function readDiscussion(
  db: Db,
  { articleId, page, pseudonymKey, closeAfterDays = null }: DiscussionOptions,
): Promise<Discussion> {
  const before = rowsBefore(page, COMMENT_PAGE_SIZE);
  const [row] = await discussionOf(db).execute({ articleId, before, closeAfterDays });
  const total = row?.total ?? 0;
  return {
    isOpen: row?.isOpen ?? false,
    total,
    page,
    pageCount: pagesOf(total, COMMENT_PAGE_SIZE),
    comments: (row?.comments ?? []).map((comment) => ({
      id: comment.id,
      name: pseudonymFor(articleId, comment.userEmail, pseudonymKey),
      text: comment.commentText,
      createdAt: comment.createdAt,
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

/**
 * The page of `readDiscussion` that shows a comment, from 1. Null for one that is not shown: unknown, of another
 * article, held or deleted.
 *
 * @param id a UUID
 */
export async function findCommentPage(db: Db, articleId: string, id: string): Promise<number | null> {
  const newer = alias(comments, 'newer');
  const isNewer = and(
    eq(newer.articleId, comments.articleId),
    eq(newer.status, 'published'),
    sql`(${newer.createdAt}, ${newer.id}) > (${comments.createdAt}, ${comments.id})`,
  );
  const [row] = await db
    .select({ before: count(newer.id) })
    .from(comments)
    .leftJoin(newer, isNewer)
    .where(and(eq(comments.id, id), eq(comments.articleId, articleId), eq(comments.status, 'published')))
    .groupBy(comments.id);
  return row === undefined ? null : Math.floor(row.before / COMMENT_PAGE_SIZE) + 1;
}
