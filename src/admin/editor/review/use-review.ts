import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { articlesApi } from '../articles-api.ts';
import type { BaseRevision } from '../newsroom-article.ts';

export const NOT_SUBMITTED = 'Saved as a draft, but not submitted';

/** Submits a draft that was just saved. If that fails, the draft stays saved, and the editor open. */
export function useSubmission(session: EditorSession) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision }: BaseRevision) => articlesApi.submit(id, revision),
    onSuccess(article) {
      session.setStatus(article);
      // Here, because the editor may have been left meanwhile.
      void queries.invalidateQueries();
    },
    onError: (error) => toastFailure(NOT_SUBMITTED, error.message),
  });
}

/** Withdraws the article from review. */
export function useWithdrawal(session: EditorSession) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision }: BaseRevision) => articlesApi.withdraw(id, revision),
    onSuccess(article) {
      session.setStatus(article);
      toastSuccess('Withdrawn from review');
      void queries.invalidateQueries();
    },
    onError(error, { id }) {
      toastFailure('Failed to withdraw article', error.message);
      // An editor may have returned or published it in the meantime.
      if (error instanceof ApiError && error.code === 'conflict') void refreshStatus(session, id);
    },
  });
}

/**
 * Returns the article to its author with a note, and goes back to the dashboard.
 *
 * @param onReturned called before the editor shows the new state, which closes the dialog
 */
export function useReturn(session: EditorSession, onReturned: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ id, revision, text }: BaseRevision & { readonly text: string }) =>
      articlesApi.giveBack(id, text, revision),
    onSuccess(article) {
      onReturned();
      session.setStatus(article);
      toastSuccess('Article returned');
      void queries.invalidateQueries();
      void navigate('/admin');
    },
    onError(error, { id }) {
      if (error instanceof ApiError && error.code === 'conflict') void refreshStatus(session, id);
    },
  });
}

/** The text and its revision stay as they are: only a save may replace them. */
async function refreshStatus(session: EditorSession, id: string): Promise<void> {
  session.setStatus(await articlesApi.get(id, AbortSignal.timeout(15_000)));
}
