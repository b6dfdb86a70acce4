import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, parseResponse } from '../api-client.ts';

/** Tags of published articles that begin with a text, for suggestions. */
export function tagListQuery(search: string) {
  return queryOptions({
    queryKey: ['newsroom', 'tags', search],
    queryFn: ({ signal }) =>
      parseResponse(api.newsroom.tags.$get({ query: { search: search.slice(0, 80) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
