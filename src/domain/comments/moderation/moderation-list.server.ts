import { and, count, desc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { user } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { countPages, pageOffset, NEWSROOM_PAGE_SIZE } from '#platform/paging.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { CommentState } from '../comment.ts';
import { commentCounts, comments } from '../tables.server.ts';
import type { ModerationReason } from './reasons.ts';

/** A comment with its author's email address and moderation data, for moderators only. */
export interface ModeratedComment {
  readonly id: string;
  readonly article: { readonly id: string; readonly slug: string; readonly title: string };
  readonly userEmail: string;
  readonly commentText: string;
  readonly createdAt: Date;
  readonly status: CommentState;
  readonly reasons: readonly ModerationReason[];
  /** State before the last decision. Null if there is no decision to undo. */
  readonly statusBefore: CommentState | null;
  /** Null before the first decision. */
  readonly decidedAt: Date | null;
  /** Name of the moderator. Null before the first decision and when the account was deleted. */
  readonly decidedBy: string | null;
}

export type StateCounts = Readonly<Record<CommentState, number>>;

export interface ModerationPage {
  readonly comments: readonly ModeratedComment[];
  /** Comments of the whole site by state. */
  readonly counts: StateCounts;
  readonly total: number;
  readonly page: number;
  /** At least 1. */
  readonly pageCount: number;
}

const selectComments = (db: Db) =>
  db
    .select({
      id: comments.id,
      article: { id: articles.id, slug: articles.slug, title: articles.title },
      userEmail: comments.userEmail,
      commentText: comments.commentText,
      createdAt: comments.createdAt,
      status: comments.status,
      reasons: comments.reasons,
      statusBefore: comments.statusBefore,
      decidedAt: comments.decidedAt,
      decidedBy: user.name,
    })
    .from(comments)
    .innerJoin(articles, eq(articles.id, comments.articleId))
    .leftJoin(user, eq(user.id, comments.decidedBy));

/** Lists the comments of the site in one state, newest first, without those of articles in the trash. */
export async function listForModeration(
  db: Db,
  { state, page }: { readonly state: CommentState; readonly page: number },
): Promise<ModerationPage> {
  const counts = await countStates(db);
  const found = await selectComments(db)
    .where(and(eq(comments.status, state), isNull(articles.trashedAt)))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(NEWSROOM_PAGE_SIZE)
    .offset(pageOffset(page, NEWSROOM_PAGE_SIZE));
  const total = counts[state];
  return { comments: found, counts, total, page, pageCount: countPages(total, NEWSROOM_PAGE_SIZE) };
}

export async function getModeratedComment(db: Db, commentId: string): Promise<ModeratedComment> {
  const [found] = await selectComments(db).where(eq(comments.id, commentId)).limit(1);
  if (found === undefined) throw new DomainError('not_found');
  return found;
}

/** Sums the stored counts per article and counts only the deleted comments, which are few. */
async function countStates(db: Db): Promise<StateCounts> {
  const trashed = db.select({ id: articles.id }).from(articles).where(isNotNull(articles.trashedAt));
  const [stored] = await db
    .select({
      published: sql<number>`coalesce(sum(${commentCounts.published}), 0)::int`,
      held: sql<number>`coalesce(sum(${commentCounts.held}), 0)::int`,
    })
    .from(commentCounts)
    .where(notInArray(commentCounts.articleId, trashed));
  const [deleted] = await db
    .select({ count: count() })
    .from(comments)
    .where(and(eq(comments.status, 'deleted'), notInArray(comments.articleId, trashed)));
  return { published: stored?.published ?? 0, held: stored?.held ?? 0, deleted: deleted?.count ?? 0 };
}
