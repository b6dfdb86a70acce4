import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Command, useCommand } from '../api/use-command.ts';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';

const list = api.newsroom.redirects.$get;
const report = api.newsroom.redirects['unknown-addresses'].$get;

export type Redirect = ResponseBody<Awaited<ReturnType<typeof list>>>['redirects'][number];
export type UnknownAddresses = ResponseBody<Awaited<ReturnType<typeof report>>>;

const REDIRECTS_KEY = ['newsroom', 'redirects'];

export function redirectListQuery({ search, page }: { readonly search: string; readonly page: number }) {
  return queryOptions({
    queryKey: [...REDIRECTS_KEY, 'list', search, page],
    queryFn: ({ signal }) =>
      parseResponse(list({ query: { search, page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export const unknownAddressesQuery = queryOptions({
  queryKey: [...REDIRECTS_KEY, 'unknown'],
  queryFn: ({ signal }) => parseResponse(report({}, { init: { signal } })),
});

/** Runs a command, shows a toast, and loads redirects and unknown addresses again. */
export const useRedirectCommand = <Input = void, Result = unknown>(command: Command<Input, Result>) =>
  useCommand(command, { queryKey: REDIRECTS_KEY });
