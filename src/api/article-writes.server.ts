import type { Actor } from '#domain/accounts/actor.ts';
import type { ArticleDeps } from '#domain/articles/prepare-fields.server.ts';
import { getNewsroomArticle, type NewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Database } from '#platform/db/database.ts';
import { articleJson } from './article-json.ts';
import { rethrowStaleWithCurrent } from './openapi/conditional-change.ts';

export interface ArticleApiDeps extends ArticleDeps {
  readonly pages: Pick<PageCache, 'whenRevalidated'>;
}

/** Rejects a stale save with the current article, see `rethrowStaleWithCurrent`. */
export function rethrowWithCurrentArticle(
  { db }: Database,
  actor: Actor,
  id: string,
): (error: unknown) => Promise<never> {
  return rethrowStaleWithCurrent(async () => articleJson(await getNewsroomArticle(db, actor, id)));
}

/**
 * Waits for at most one second until the page of the article and the lists that show it are rendered again, because
 * editors look there next. The response does not wait for articles that recommend it, because there can be many.
 */
export function waitForArticlePages({ pages }: ArticleApiDeps, article: NewsroomArticle): Promise<void> {
  const { article: itself, card, section, list } = pageTags;
  return pages.whenRevalidated([itself(article.id), card(article.id), section(article.categorySlug), list]);
}
