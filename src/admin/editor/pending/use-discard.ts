import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { articlesApi } from '../articles-api.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { BaseRevision } from '../newsroom-article.ts';

/** Discards the pending changes, and loads the live text. Unsaved changes of the editor stay in this browser. */
export function useDiscard(session: EditorSession, onSettled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision }: BaseRevision) => articlesApi.discardChanges(id, revision),
    onSuccess(article) {
      session.loadServerVersion(article);
      toastSuccess('Changes discarded');
      void queries.invalidateQueries();
    },
    onError: (error) => toastFailure('Failed to discard changes', error.message),
    onSettled,
  });
}
