import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { articles } from '#domain/articles/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { pagesOf, rowsBefore } from '#platform/paging.ts';
import { Refusal } from '#platform/refusal.ts';
import { commentCounts, comments } from './tables.server.ts';

/** Comments on one page of the dialog. */
const PAGE_SIZE = 20;

/** A comment as the newsroom has it: with the address of its writer, which nobody else sees. */
export interface NewsroomComment {
  readonly id: string;
  readonly userEmail: string;
  readonly commentText: string;
  readonly createdAt: Date;
  /** A held one waits for somebody to look at it, and is not shown. */
  readonly status: 'published' | 'held';
}

export interface NewsroomCommentPage {
  readonly comments: readonly NewsroomComment[];
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
}

/** Shown and held ones, newest first. Throws `not_found` for an article that is not there. */
export async function listCommentsForNewsroom(
  db: Db,
  articleId: string,
  page: number,
): Promise<NewsroomCommentPage> {
  if ((await db.$count(articles, eq(articles.id, articleId))) === 0) throw new Refusal('not_found');
  const ofArticle = and(eq(comments.articleId, articleId), inArray(comments.status, ['published', 'held']));
  const total = (await countComments(db, [articleId])).get(articleId) ?? 0;
  const rows = await db
    .select()
    .from(comments)
    .where(ofArticle)
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(PAGE_SIZE)
    .offset(rowsBefore(page, PAGE_SIZE));
  return {
    comments: rows.map((row) => ({ ...row, status: row.status === 'held' ? 'held' : 'published' })),
    total,
    page,
    pageCount: pagesOf(total, PAGE_SIZE),
  };
}

/** How many comments, shown or held, each of these articles has; one without any may be missing. */
export async function countComments(db: Db, articleIds: readonly string[]): Promise<Map<string, number>> {
  if (articleIds.length === 0) return new Map();
  const { articleId, published, held } = commentCounts;
  const rows = await db
    .select({ articleId, count: sql<number>`${published} + ${held}` })
    .from(commentCounts)
    .where(inArray(articleId, [...articleIds]));
  return new Map(rows.map((row) => [row.articleId, row.count]));
}
