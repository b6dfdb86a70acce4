import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isPublic } from '#domain/articles/article-state.ts';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';

const picksApi = api.newsroom['home-page'].picks;
const searchArticles = api.newsroom.articles.$get;

export type HomePicks = ResponseBody<Awaited<ReturnType<typeof picksApi.$get>>>;
export type FoundArticle = ResponseBody<Awaited<ReturnType<typeof searchArticles>>>['articles'][number];

export const homePicksQuery = queryOptions({
  queryKey: ['newsroom', 'home-picks'],
  queryFn: ({ signal }) => parseResponse(picksApi.$get({}, { init: { signal } })),
});

interface NewPick {
  readonly articleId: string;
  readonly expiresAt: string | null;
}

export function saveHomePicks(picks: readonly NewPick[], revision: string): Promise<HomePicks> {
  return parseResponse(
    picksApi.$put({
      header: { 'if-match': `"${revision}"` },
      json: {
        picks: picks.map(({ articleId, expiresAt }) => ({ article_id: articleId, expires_at: expiresAt })),
      },
    }),
  );
}

/** The states that readers see. The table of articles is filtered by one state at a time. */
const PUBLIC_STATES = ['published', 'published_with_pending_changes'] as const;

/** The newest published articles that match, at most one page of the article table. */
export function publishedArticlesQuery(search: string) {
  return queryOptions({
    queryKey: ['newsroom', 'articles', 'published', search],
    async queryFn({ signal }): Promise<readonly FoundArticle[]> {
      const pages = await Promise.all(
        PUBLIC_STATES.map((state) =>
          parseResponse(searchArticles({ query: { state, search } }, { init: { signal } })),
        ),
      );
      return pages
        .flatMap(({ articles }) => articles)
        .filter(({ state }) => isPublic(state))
        .toSorted((a, b) => (b.publish_date ?? '').localeCompare(a.publish_date ?? ''))
        .slice(0, SHOWN);
    },
    placeholderData: keepPreviousData,
  });
}

/** Articles that can be picked from at once; a search finds the others. */
const SHOWN = 20;
