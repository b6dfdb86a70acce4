import { and, asc, desc, eq, isNotNull, or } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { type PageOf, readPage } from '#platform/paging.ts';
import { NOT_IN_TRASH, STATE_CONDITIONS } from '../article-state.server.ts';
import type { PausedSchedule } from '../schedule/schedule.ts';
import { articles } from '../tables.server.ts';

/** An article that waits for a decision of an editor, as the list shows it. */
export interface SubmittedArticle {
  readonly id: string;
  readonly title: string;
  readonly sectionSlug: SectionSlug;
  readonly authorName: string;
  readonly wordCount: number;
  /** Null unless it is in review. */
  readonly submittedAt: Date | null;
  /** Null unless its schedule is on hold. */
  readonly pausedSchedule: PausedSchedule | null;
  readonly updatedAt: Date;
  /** Null when the account was deleted. */
  readonly createdByName: string | null;
}

/**
 * The articles whose schedule is on hold, then those in review, oldest submission first, 20 a page. Throws `forbidden` for roles that
 * do not review.
 */
export function listSubmittedArticles(db: Db, actor: Actor, page: number): Promise<PageOf<SubmittedArticle>> {
  requireArticlePermission(actor, 'article.review', { createdBy: null });
  const isWaiting = or(STATE_CONDITIONS.in_review, and(isNotNull(articles.pausedSchedule), NOT_IN_TRASH));
  const submitted = db
    .select({
      id: articles.id,
      title: articles.title,
      sectionSlug: articles.categorySlug,
      authorName: articles.authorName,
      wordCount: articles.wordCount,
      submittedAt: articles.submittedAt,
      pausedSchedule: articles.pausedSchedule,
      updatedAt: articles.updatedAt,
      createdByName: user.name,
    })
    .from(articles)
    .leftJoin(user, eq(user.id, articles.createdBy))
    .where(isWaiting)
    .orderBy(desc(isNotNull(articles.pausedSchedule)), asc(articles.submittedAt), asc(articles.id));
  return readPage(submitted, { page, count: db.$count(articles, isWaiting) });
}
