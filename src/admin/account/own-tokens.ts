import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';

/** The routes of the own API tokens. */
export const tokensApi = api.account['api-tokens'];

export const TOKENS_KEY = ['account', 'api-tokens'];

export function ownTokensQuery() {
  return queryOptions({
    queryKey: TOKENS_KEY,
    queryFn: async ({ signal }) => (await parseResponse(tokensApi.$get({}, { init: { signal } }))).tokens,
  });
}

/** Revokes a token by its ID. */
export function useRevokeToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => parseResponse(tokensApi[':id'].$delete({ param: { id } })),
    onSuccess: () => toastSuccess('API token revoked'),
    onError: (error) =>
      toastFailure('Failed to revoke the token', error instanceof ApiError ? error.message : undefined),
    // Before the dialog closes, so that the list is the new one when it gets the focus.
    onSettled: () => queries.invalidateQueries({ queryKey: TOKENS_KEY }),
  });
}
