import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';

const list = api.newsroom.authors.$get;

export type Author = ResponseBody<Awaited<ReturnType<typeof list>>>['authors'][number];

/** The prefix of all queries of authors, which every change invalidates. */
export const AUTHORS_KEY = ['newsroom', 'authors'];

interface AuthorView {
  readonly search: string;
  readonly page: number;
}

export function authorListQuery({ search, page }: AuthorView) {
  const query = { page: String(page), ...(search === '' ? {} : { search }) };
  return queryOptions({
    queryKey: [...AUTHORS_KEY, 'list', query],
    queryFn: ({ signal }) => parseResponse(list({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export function authorQuery(id: string) {
  return queryOptions({
    queryKey: [...AUTHORS_KEY, 'one', id],
    queryFn: ({ signal }) =>
      parseResponse(api.newsroom.authors[':id'].$get({ param: { id } }, { init: { signal } })),
  });
}

/** The profile of the signed-in account. */
export function ownAuthorQuery() {
  return queryOptions({
    queryKey: [...AUTHORS_KEY, 'own'],
    queryFn: ({ signal }) => parseResponse(api.newsroom['own-author'].$get({}, { init: { signal } })),
  });
}

/** Accounts that a profile can be linked to. */
export function accountChoicesQuery(search: string) {
  return queryOptions({
    queryKey: [...AUTHORS_KEY, 'accounts', search],
    queryFn: ({ signal }) =>
      parseResponse(api.newsroom['author-accounts'].$get({ query: { search } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

/** The names in bylines that have no profile. */
export function freeBylinesQuery({ search, page }: AuthorView) {
  const query = { page: String(page), search };
  return queryOptions({
    queryKey: [...AUTHORS_KEY, 'free-bylines', query],
    queryFn: ({ signal }) =>
      parseResponse(api.newsroom['free-bylines'].$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

/** Puts the author of a response into the cache. The lists are loaded again. */
export async function setAuthor(queries: QueryClient, author: Author): Promise<void> {
  queries.setQueryData(authorQuery(author.id).queryKey, author);
  await queries.invalidateQueries({ queryKey: [...AUTHORS_KEY, 'list'] });
}
