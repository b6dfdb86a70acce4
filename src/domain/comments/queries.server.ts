import { and, count, desc, eq, inArray, type Placeholder, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  type FoundArticle,
  renderFoundArticle,
  selectArticle,
} from '#domain/articles/full-article.server.ts';
import { isSlug } from '#domain/articles/slug.ts';
import { publishedArticles } from '#domain/articles/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { fixedLimit, prepared, preparedPages } from '#platform/db/prepared.server.ts';
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

/** A published article with the first page of its comments. */
export interface DiscussedArticle {
  readonly id: string;
  readonly discussion: Discussion;
  /** Renders the article. A request for comments that do not exist is rejected before that. */
  renderArticle(): Promise<FoundArticle>;
}

interface CommentingOptions {
  readonly pseudonymKey: string;
  /** The setting `comment_close_after_days`. Default null: never. */
  readonly closeAfterDays?: number | null;
}

interface DiscussionOptions extends CommentingOptions {
  readonly articleId: string;
  /** Page number, from 1. */
  readonly page: number;
}

/**
 * Columns of a statement about published articles that joins `commentCounts` and `closedCommenting`. Their parameter is
 * `closeAfterDays`.
 */
const discussionColumns = (
  db: Db,
  articleId: Placeholder | typeof publishedArticles.id,
  before: number | Placeholder,
) => {
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
  return {
    total: commentCounts.published,
    isOpen: isOpen(sql.placeholder('closeAfterDays')),
    comments: rowsOf(rows),
  };
};

const discussionQuery = preparedPages('discussion', (db, before) => {
  const articleId = sql.placeholder('articleId');
  return db
    .select(discussionColumns(db, articleId, before))
    .from(publishedArticles)
    .leftJoin(commentCounts, eq(commentCounts.articleId, publishedArticles.id))
    .leftJoin(closedCommenting, eq(closedCommenting.articleId, publishedArticles.id))
    .where(eq(publishedArticles.id, articleId));
});

const discussedArticle = prepared('discussed_article', (db) =>
  selectArticle(db, discussionColumns(db, publishedArticles.id, 0))
    .leftJoin(commentCounts, eq(commentCounts.articleId, publishedArticles.id))
    .leftJoin(closedCommenting, eq(closedCommenting.articleId, publishedArticles.id)),
);

type DiscussionRow = Awaited<ReturnType<ReturnType<typeof discussionQuery>['execute']>>[number];

/**
 * Reads one page of published comments, newest first. Pending and deleted comments are neither listed nor counted. A
 * cached page that shows the result needs the tags of the article and of the setting.
 */
export async function getDiscussion(
  db: Db,
  { closeAfterDays = null, ...options }: DiscussionOptions,
): Promise<Discussion> {
  const { articleId, page } = options;
  const before = pageOffset(page, COMMENT_PAGE_SIZE);
  const [row] = await discussionQuery(db, before).execute({ articleId, before, closeAfterDays });
  return toDiscussion(row, options);
}

/**
 * Reads a published article and the first page of its comments, as `getDiscussion` does, in one statement. Null as for
 * `findFullArticle`.
 */
export async function findDiscussedArticle(
  db: Db,
  slug: string,
  { pseudonymKey, closeAfterDays = null }: CommentingOptions,
): Promise<DiscussedArticle | null> {
  if (!isSlug(slug)) return null;
  const [row] = await discussedArticle(db).execute({ slug, closeAfterDays });
  if (row === undefined) return null;
  return {
    id: row.id,
    discussion: toDiscussion(row, { articleId: row.id, page: 1, pseudonymKey }),
    renderArticle: () => renderFoundArticle(db, row),
  };
}

function toDiscussion(
  row: DiscussionRow | undefined,
  { articleId, page, pseudonymKey }: DiscussionOptions,
): Discussion {
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
