import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withTitles } from '../components/with-titles.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';

const list = api.newsroom.reviews.$get;

/** A page of the articles in review. */
type SubmittedArticlePage = ResponseBody<Awaited<ReturnType<typeof list>>>;
export type SubmittedArticle = SubmittedArticlePage['articles'][number];

/** Milliseconds between two polls for new entries. */
const POLL_INTERVAL_MS = 60_000;

export function reviewListQuery(page: number) {
  return queryOptions({
    queryKey: ['newsroom', 'reviews', page],
    queryFn: async ({ signal }) =>
      withTitles(await parseResponse(list({ query: { page: String(page) } }, { init: { signal } }))),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  });
}
