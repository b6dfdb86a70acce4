import { asc, eq } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { type PageOf, readPage } from '#platform/paging.ts';
import { STATE_CONDITIONS } from '../article-state.server.ts';
import { articles } from '../tables.server.ts';

/** An article in review, as the list of editors shows it. */
export interface SubmittedArticle {
  readonly id: string;
  readonly title: string;
  readonly sectionSlug: SectionSlug;
  readonly authorName: string;
  readonly wordCount: number;
  readonly submittedAt: Date | null;
  readonly updatedAt: Date;
  /** Null when the account was deleted. */
  readonly createdByName: string | null;
}

/** The articles in review, oldest submission first, 20 a page. Throws `forbidden` for roles that do not review. */
export function listSubmittedArticles(db: Db, actor: Actor, page: number): Promise<PageOf<SubmittedArticle>> {
  requireArticlePermission(actor, 'article.review', { createdBy: null });
  const inReview = STATE_CONDITIONS.in_review;
  const submitted = db
    .select({
      id: articles.id,
      title: articles.title,
      sectionSlug: articles.categorySlug,
      authorName: articles.authorName,
      wordCount: articles.wordCount,
      submittedAt: articles.submittedAt,
      updatedAt: articles.updatedAt,
      createdByName: user.name,
    })
    .from(articles)
    .leftJoin(user, eq(user.id, articles.createdBy))
    .where(inReview)
    .orderBy(asc(articles.submittedAt), asc(articles.id));
  return readPage(submitted, { page, count: db.$count(articles, inReview) });
}
