import { queryOptions } from '@tanstack/react-query';
import { api, parseResponse, type ResponseBody } from '../../api-client.ts';

const about = api.newsroom.about;

export type AboutPage = ResponseBody<Awaited<ReturnType<typeof about.$get>>>;

const ABOUT_KEY = ['newsroom', 'about'];

export const aboutQuery = queryOptions({
  queryKey: [...ABOUT_KEY, 'page'],
  queryFn: ({ signal }) => parseResponse(about.$get({}, { init: { signal } })),
});

export const aboutRevisionsQuery = (page: number) =>
  queryOptions({
    queryKey: [...ABOUT_KEY, 'revisions', page],
    queryFn: ({ signal }) =>
      parseResponse(about.revisions.$get({ query: { page: String(page) } }, { init: { signal } })),
    staleTime: 0,
  });

export const aboutRevisionQuery = (revision: number) =>
  queryOptions({
    queryKey: [...ABOUT_KEY, 'revision', revision],
    queryFn: ({ signal }) =>
      parseResponse(
        about.revisions[':revision'].$get({ param: { revision: String(revision) } }, { init: { signal } }),
      ),
  });
