import { count, desc, eq, sql } from 'drizzle-orm';
import { user } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { pagesOf, rowsBefore } from '#platform/paging.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommentState } from '../comment.ts';
import { commentCounts, comments } from '../tables.server.ts';
import type { HoldReason } from './reasons.ts';

/** Comments on one page of the list. */
const PAGE_SIZE = 20;

/** A comment as a moderator sees it: with the address of its writer, which nobody else does. */
export interface ModeratedComment {
  readonly id: string;
  readonly article: { readonly id: string; readonly slug: string; readonly title: string };
  readonly userEmail: string;
  readonly commentText: string;
  readonly createdAt: Date;
  readonly status: CommentState;
  readonly reasons: readonly HoldReason[];
  /** What it was before the last decision, if that can be taken back. */
  readonly statusBefore: CommentState | null;
  /** Null while nobody has decided about it. The name is null as well when the account is gone. */
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
}

export type StateCounts = Readonly<Record<CommentState, number>>;

export interface ModerationPage {
  readonly comments: readonly ModeratedComment[];
  /** Of the whole site. */
  readonly counts: StateCounts;
  readonly total: number;
  readonly page: number;
  /** At least 1. */
  readonly pageCount: number;
}

const rows = (db: Db) =>
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

/** All comments of the site in one state, the newest first, 20 a page. */
export async function listForModeration(
  db: Db,
  { state, page }: { readonly state: CommentState; readonly page: number },
): Promise<ModerationPage> {
  const counts = await countStates(db);
  const found = await rows(db)
    .where(eq(comments.status, state))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(PAGE_SIZE)
    .offset(rowsBefore(page, PAGE_SIZE));
  const total = counts[state];
  return { comments: found, counts, total, page, pageCount: pagesOf(total, PAGE_SIZE) };
}

export async function getModerated(db: Db, commentId: string): Promise<ModeratedComment> {
  const [found] = await rows(db).where(eq(comments.id, commentId)).limit(1);
  if (found === undefined) throw new Refusal('not_found');
  return found;
}

/** One number for each article with comments, and the few that are deleted, instead of every comment of the site. */
async function countStates(db: Db): Promise<StateCounts> {
  const [kept] = await db
    .select({
      published: sql<number>`coalesce(sum(${commentCounts.published}), 0)::int`,
      held: sql<number>`coalesce(sum(${commentCounts.held}), 0)::int`,
    })
    .from(commentCounts);
  const [deleted] = await db.select({ count: count() }).from(comments).where(eq(comments.status, 'deleted'));
  return { published: kept?.published ?? 0, held: kept?.held ?? 0, deleted: deleted?.count ?? 0 };
}
