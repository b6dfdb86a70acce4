import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { publishedArticles } from '#domain/articles/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { fixedLimit, preparedPages } from '#platform/db/prepared.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import { COMMENT_PAGE_SIZE, type PublicComment } from './comment.ts';
import { isOpen } from './commenting-status.server.ts';
import { pseudonymFor } from './pseudonym.server.ts';
import { closedCommenting, commentCounts, comments } from './tables.server.ts';

export interface CommentList {
  readonly comments: readonly PublicComment[];
  /** Published comments on all pages. */
  readonly total: number;
  readonly page: number;
  /** At least 1, even without comments. */
  readonly pageCount: number;
}

const newestFirst = [desc(comments.createdAt), desc(comments.id)];

/** The comment section of an article. */
export interface Discussion extends CommentList {
  /** Whether the article accepts comments now. */
  readonly isOpen: boolean;
}

interface DiscussionOptions {
  readonly articleId: string;
  /** Page number, from 1. */
  readonly page: number;
  readonly pseudonymKey: string;
  /** The setting `comment_close_after_days`. Default null: never. */
  readonly closeAfterDays?: number | null;
}

const discussionQuery = preparedPages('discussion', (db, before) => {
  const articleId = sql.placeholder('articleId');
  // Select the ids first, so that the offset of a deep page skips index entries and not whole rows.
  const ids = db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.articleId, articleId), eq(comments.status, 'published')))
    .orderBy(...newestFirst)
    .limit(fixedLimit(COMMENT_PAGE_SIZE))
    .offset(before);
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
 * Reads one page of published comments, newest first. Pending and deleted comments are neither listed nor counted. A
 * cached page that shows the result needs the tags of the article and of the setting.
 */
export async function getDiscussion(
  db: Db,
  { articleId, page, pseudonymKey, closeAfterDays = null }: DiscussionOptions,
): Promise<Discussion> {
  const before = pageOffset(page, COMMENT_PAGE_SIZE);
  const [row] = await discussionQuery(db, before).execute({ articleId, before, closeAfterDays });
  const total = row?.total ?? 0;
  return {
    isOpen: row?.isOpen ?? false,
    total,
    page,
    pageCount: countPages(total, COMMENT_PAGE_SIZE),
    comments: (row?.comments ?? []).map((comment) => ({
      id: comment.id,
      name: pseudonymFor(articleId, comment.userEmail, pseudonymKey),
      text: comment.commentText,
      createdAt: comment.createdAt,
    })),
  };
}

/** Reads the stored count instead of counting rows. */
export async function countPublishedComments(db: Db, articleId: string): Promise<number> {
  const [row] = await db
    .select({ published: commentCounts.published })
    .from(commentCounts)
    .where(eq(commentCounts.articleId, articleId));
  return row?.published ?? 0;
}

/**
 * Finds the page of `getDiscussion` that shows a comment, from 1. Null for a comment that is unknown, not published, or
 * on another article.
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
