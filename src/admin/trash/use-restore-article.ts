import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parseResponse, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';

/**
 * Takes an article out of the trash. Its id is the variable of the mutation.
 *
 * @param onRestored called before the list is loaded again, which removes the component of the article
 */
export function useRestoreArticle(onRestored: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      parseResponse(api.newsroom.articles[':id'].restoration.$post({ param: { id } })),
    onSuccess({ is_draft: isDraft }) {
      toastSuccess(isDraft ? 'Article restored' : 'Article restored and published again');
      onRestored();
    },
    onError: (error) => toastFailure('Failed to restore article', error.message),
    // Also after a failure: someone else may have restored or deleted it.
    onSettled: () => queries.invalidateQueries({ queryKey: ['newsroom'] }),
  });
}
