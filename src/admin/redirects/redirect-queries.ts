import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { rejectionReason } from '../api/api-error.ts';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';

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

interface Command<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  /** The text of the success toast; omitted if the result is visible anyway. */
  readonly done?: string;
  readonly failed: string;
  readonly onSuccess?: (result: Result) => void;
}

/** Runs a command, shows a toast, and loads redirects and unknown addresses again. */
export function useRedirectCommand<Input = void, Result = unknown>(command: Command<Input, Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: command.run,
    onSuccess: (result) => {
      if (command.done !== undefined) toastSuccess(command.done);
      command.onSuccess?.(result);
    },
    onError: (error) => toastFailure(command.failed, rejectionReason(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: REDIRECTS_KEY }),
  });
}
