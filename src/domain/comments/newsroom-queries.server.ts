import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { articles } from '#domain/articles/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { countPages, type Paged, pageOffset, NEWSROOM_PAGE_SIZE } from '#platform/paging.ts';
import { DomainError } from '#platform/domain-error.ts';
import { commentCounts, comments } from './tables.server.ts';

/** A comment with its author's email address, for moderators only. */
export interface NewsroomComment {
  readonly id: string;
  readonly userEmail: string;
  readonly commentText: string;
  readonly createdAt: Date;
  /** `held` is pending: it waits for a moderator and is not public. */
  readonly status: 'published' | 'held';
}

export interface NewsroomCommentPage extends Paged {
  readonly comments: readonly NewsroomComment[];
}

/** Published and pending comments, newest first. Throws `not_found` for an unknown article. */
export async function listCommentsForNewsroom(
  db: Db,
  articleId: string,
  page: number,
): Promise<NewsroomCommentPage> {
  if ((await db.$count(articles, eq(articles.id, articleId))) === 0) throw new DomainError('not_found');
  const ofArticle = and(eq(comments.articleId, articleId), inArray(comments.status, ['published', 'held']));
  const total = (await countComments(db, [articleId])).get(articleId) ?? 0;
  const rows = await db
    .select()
    .from(comments)
    .where(ofArticle)
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(NEWSROOM_PAGE_SIZE)
    .offset(pageOffset(page, NEWSROOM_PAGE_SIZE));
  return {
    comments: rows.map((row) => ({ ...row, status: row.status === 'held' ? 'held' : 'published' })),
    total,
    page,
    pageCount: countPages(total, NEWSROOM_PAGE_SIZE),
  };
}

/** Counts published and pending comments per article. An article without comments may be missing from the map. */
export async function countComments(db: Db, articleIds: readonly string[]): Promise<Map<string, number>> {
  if (articleIds.length === 0) return new Map();
  const { articleId, published, held } = commentCounts;
  const rows = await db
    .select({ articleId, count: sql<number>`${published} + ${held}` })
    .from(commentCounts)
    .where(inArray(articleId, [...articleIds]));
  return new Map(rows.map((row) => [row.articleId, row.count]));
}
