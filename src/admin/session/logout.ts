import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { refuseUnsavedEntries } from '../unsaved/entry-storage.ts';
import { sessionKeeper } from './newsroom-session.ts';

/**
 * Ends the session on the server and in every tab, and deletes what the account has typed and not saved in this browser.
 * What the gate does then leads to /login.
 */
export function useLogout(): UseMutationResult<void, Error, void> {
  return useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      toastSuccess('Logged out successfully');
      const userId = sessionKeeper.current()?.user.id;
      if (userId !== undefined) refuseUnsavedEntries(localStorage, userId);
      sessionKeeper.signedOut();
    },
    onError: () => toastFailure('Failed to logout', 'The server cannot be reached. You are still signed in.'),
  });
}

/** A session the server does not know any more has ended as well. */
async function endSession(): Promise<void> {
  try {
    await answerOf(api.sessions.current.$delete());
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isAccessLost) throw error;
  }
}
