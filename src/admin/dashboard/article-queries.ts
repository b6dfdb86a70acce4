import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SectionSlug } from '#domain/categories/section.ts';
import { answerOf, type AnswerOf, api } from '../api-client.ts';
import { type ListView, WHOLE_LIST } from './place.ts';

const list = api.newsroom.articles.$get;

/** A page of a list of articles. */
export type ArticlePage = AnswerOf<Awaited<ReturnType<typeof list>>>;

/** An article as lists show it. */
export type ListedArticle = ArticlePage['articles'][number];

/** Everything that is known of articles: what a change of one makes stale. */
export const ARTICLES_KEY = ['newsroom', 'articles'];

/** The page before stays until the next one is there; a search that is typed on takes its request back. */
export function articlesOf(category: SectionSlug, view: ListView) {
  return queryOptions({
    queryKey: [...ARTICLES_KEY, category, view],
    queryFn: ({ signal }) => answerOf(list({ query: queryOf([category], view) }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

/** How many articles these sections have together, drafts included. */
export function totalOf(categories: readonly SectionSlug[]) {
  return queryOptions({
    queryKey: [...ARTICLES_KEY, 'total', categories],
    queryFn: ({ signal }) => answerOf(list({ query: queryOf(categories, WHOLE_LIST) }, { init: { signal } })),
    select: ({ total }) => total,
  });
}

function queryOf(categories: readonly SectionSlug[], { page, search, status, sort, order }: ListView) {
  return {
    category: categories.join(','),
    page: String(page),
    sort,
    order,
    ...(search === '' ? {} : { search }),
    ...(status === '' ? {} : { status }),
  };
}
