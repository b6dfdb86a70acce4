import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { blockUnsavedEntries } from '../unsaved/entry-storage.ts';
import { sessionManager } from './newsroom-session.ts';

/**
 * Ends the session on the server and in every tab, and deletes the unsaved input of the account from this browser.
 * `RequireAdmin` then redirects to /login.
 */
export function useLogout(): UseMutationResult<void, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Read first: a request that is answered with 401 during the logout ends the session in this tab.
      const userId = sessionManager.current()?.user.id;
      const canceled = queries.getQueryCache().findAll({ fetchStatus: 'fetching' });
      await queries.cancelQueries();
      try {
        await endSession();
      } catch (error) {
        void queries.refetchQueries({ predicate: (query) => canceled.includes(query) });
        throw error;
      }
      if (userId !== undefined) blockUnsavedEntries(localStorage, userId);
    },
    onSuccess: () => {
      toastSuccess('Logged out successfully');
      sessionManager.clearSession();
    },
    onError: () => toastFailure('Failed to logout', 'The server cannot be reached. You are still signed in.'),
  });
}

/** A session that is already invalid on the server (401 or 403) counts as ended. */
async function endSession(): Promise<void> {
  try {
    await parseResponse(api.sessions.current.$delete());
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isAccessLost) throw error;
  }
}
