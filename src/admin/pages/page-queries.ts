import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';

const list = api.newsroom.pages.$get;
const item = api.newsroom.pages[':id'];

export type OwnPageSummary = ResponseBody<Awaited<ReturnType<typeof list>>>['pages'][number];
export type OwnPage = OwnPageSummary & { readonly content: string };

const PAGES_KEY = ['newsroom', 'pages'];

/** All pages on one page of a list. */
export const pageListQuery = queryOptions({
  queryKey: [...PAGES_KEY, 'list'],
  queryFn: ({ signal }) => parseResponse(list({}, { init: { signal } })),
  select: ({ pages }) => ({ pages, page: 1, page_count: 1 }),
});

export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: [...PAGES_KEY, 'one', id],
    queryFn: ({ signal }) => parseResponse(item.$get({ param: { id } }, { init: { signal } })),
  });

export const pageRevisionsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...PAGES_KEY, 'revisions', id, page],
    queryFn: ({ signal }) =>
      parseResponse(
        item.revisions.$get({ param: { id }, query: { page: String(page) } }, { init: { signal } }),
      ),
    staleTime: 0,
  });

export const pageRevisionQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...PAGES_KEY, 'revision', id, revision],
    queryFn: ({ signal }) =>
      parseResponse(
        item.revisions[':revision'].$get({ param: { id, revision: String(revision) } }, { init: { signal } }),
      ),
  });

/** Puts the page of a response into the cache. The list is loaded again. */
export async function setPage(queries: QueryClient, page: OwnPage): Promise<void> {
  queries.setQueryData(pageQuery(page.id).queryKey, page);
  await queries.invalidateQueries({ queryKey: pageListQuery.queryKey });
}

/** Removes a deleted page from the cache. The list is loaded again. */
export async function removePage(queries: QueryClient, id: string): Promise<void> {
  queries.removeQueries({ queryKey: pageQuery(id).queryKey });
  await queries.invalidateQueries({ queryKey: pageListQuery.queryKey });
}
