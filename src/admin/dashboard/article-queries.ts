import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ArticleState } from '#domain/articles/article-state.ts';
import type { SectionSlug } from '#domain/categories/section.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';
import { withTitles } from '../components/with-titles.ts';
import { type ListView, DEFAULT_LIST_VIEW, FILTERS } from './dashboard-location.ts';

const list = api.newsroom.articles.$get;

/** A page of the article list. */
export type ArticlePage = ResponseBody<Awaited<ReturnType<typeof list>>>;

/** An article in the list. */
export type ListedArticle = ArticlePage['articles'][number];

/** The prefix of all article queries, which a change of an article invalidates. */
export const ARTICLES_KEY = ['newsroom', 'articles'];

/** Shows the previous page until the next one is loaded. Further typing aborts the pending search request. */
export function articleListQuery(category: SectionSlug, view: ListView) {
  return queryOptions({
    queryKey: [...ARTICLES_KEY, category, view],
    queryFn: async ({ signal }) =>
      withTitles(await parseResponse(list({ query: listParams([category], view) }, { init: { signal } }))),
    placeholderData: keepPreviousData,
  });
}

/** The number of articles in all given sections, including drafts. */
export function articleTotalQuery(categories: readonly SectionSlug[]) {
  return queryOptions({
    queryKey: [...ARTICLES_KEY, 'total', categories],
    queryFn: ({ signal }) =>
      parseResponse(list({ query: listParams(categories, DEFAULT_LIST_VIEW) }, { init: { signal } })),
    select: ({ total }) => total,
  });
}

function listParams(categories: readonly SectionSlug[], { page, sort, order, ...filters }: ListView) {
  const set = FILTERS.filter((name) => filters[name] !== '').map((name) => [name, filters[name]] as const);
  return {
    category: categories.join(','),
    page: String(page),
    sort,
    order,
    ...(Object.fromEntries(set) as Partial<Pick<ListView, 'search' | 'author' | 'tag'>> & {
      state?: ArticleState;
    }),
  };
}
