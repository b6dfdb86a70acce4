import type { DeskParts } from '#domain/articles/desk.server.ts';
import { getNewsroomArticle, type NewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { articleJson } from './article-json.ts';

export interface DeskApiParts extends DeskParts {
  readonly pages: Pick<PageCache, 'settled'>;
}

/** Adds to the refusal of a stale save the article as it is now, so that both versions can be laid side by side. */
export function answerStale({ db }: Database, id: string): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof Refusal) || error.code !== 'stale') throw error;
    const current = articleJson(await getNewsroomArticle(db, id));
    throw new Refusal('stale', error.message, { ...error.details, members: { current } });
  };
}

/**
 * Waits, a second at most, until the article's page and the lists it stands in are made anew: whoever saved it looks
 * there next. Articles that recommend it are many and follow by themselves.
 */
export function settleArticle({ pages }: DeskApiParts, article: NewsroomArticle): Promise<void> {
  const { article: itself, card, section, list } = pageTags;
  return pages.settled([itself(article.id), card(article.id), section(article.sectionSlug), list]);
}
