import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';

const { sessions } = api.account;

export type OwnSession = ResponseBody<Awaited<ReturnType<typeof sessions.$get>>>['sessions'][number];

export const SESSIONS_KEY = ['account', 'sessions'];

export function ownSessionsQuery() {
  return queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }) => (await parseResponse(sessions.$get({}, { init: { signal } }))).sessions,
  });
}

/** Ends one session, or with null all others. */
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? parseResponse(sessions.$delete())
        : parseResponse(sessions[':id'].$delete({ param: { id } })),
    onSuccess: (_, id) => toastSuccess(id === null ? 'Other sessions ended' : 'Session ended'),
    onError: (error) =>
      toastFailure('Failed to end the session', error instanceof ApiError ? error.message : undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
