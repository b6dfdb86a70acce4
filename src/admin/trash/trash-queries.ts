import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withTitles } from '../components/with-titles.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';

const list = api.newsroom.trash.$get;

/** A page of the articles in the trash. */
type TrashedArticlePage = ResponseBody<Awaited<ReturnType<typeof list>>>;
export type TrashedArticle = TrashedArticlePage['articles'][number];

/** The prefix of the queries of the trash, which moving an article there and restoring it invalidate. */
export const TRASH_KEY = ['newsroom', 'trash'];

export function trashListQuery(page: number) {
  return queryOptions({
    queryKey: [...TRASH_KEY, page],
    queryFn: async ({ signal }) =>
      withTitles(await parseResponse(list({ query: { page: String(page) } }, { init: { signal } }))),
    placeholderData: keepPreviousData,
  });
}
