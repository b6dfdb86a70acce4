import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { ACCESS_QUERY_KEY } from '../session/access.ts';

const list = api.newsroom.people.$get;

export type PeoplePage = ResponseBody<Awaited<ReturnType<typeof list>>>;
export type Person = PeoplePage['people'][number];

const PEOPLE_KEY = ['newsroom', 'people'];

export function peopleQuery(page: number) {
  return queryOptions({
    queryKey: [...PEOPLE_KEY, page],
    queryFn: ({ signal }) => parseResponse(list({ query: { page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

const tokensOf = api.newsroom.people[':id']['api-tokens'].$get;

/** Not below the key of the people: the tokens of a removed person cannot be loaded again. */
export const PERSON_TOKENS_KEY = ['newsroom', 'tokens of people'];

export function personTokensQuery(id: string) {
  return queryOptions({
    queryKey: [...PERSON_TOKENS_KEY, id],
    queryFn: async ({ signal }) =>
      (await parseResponse(tokensOf({ param: { id } }, { init: { signal } }))).tokens,
  });
}

interface Command<Input> {
  readonly run: (input: Input) => Promise<unknown>;
  readonly done: string;
  readonly failed: string;
  /** Whether the API tokens of a person who stays may end. */
  readonly endsTokens?: boolean;
  readonly onSuccess?: () => void;
}

/** Runs a command, shows a toast, and loads the people and the own access again, which may have changed. */
export function usePeopleCommand<Input = void>({
  run,
  done,
  failed,
  endsTokens = false,
  onSuccess,
}: Command<Input>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess() {
      toastSuccess(done);
      onSuccess?.();
    },
    onError: (error) => toastFailure(failed, error instanceof ApiError ? error.message : undefined),
    onSettled() {
      void queries.invalidateQueries({ queryKey: ACCESS_QUERY_KEY });
      void queries.invalidateQueries({ queryKey: PEOPLE_KEY });
      if (endsTokens) void queries.invalidateQueries({ queryKey: PERSON_TOKENS_KEY });
    },
  });
}
