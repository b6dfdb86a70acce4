import { useMutation, type UseMutationResult } from '@tanstack/react-query';
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
  return useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      toastSuccess('Logged out successfully');
      const userId = sessionManager.current()?.user.id;
      if (userId !== undefined) blockUnsavedEntries(localStorage, userId);
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
