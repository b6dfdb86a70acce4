import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type TrashedArticle, TRASH_KEY } from './trash-queries.ts';

/** Asks for confirmation before an article in the trash is deleted permanently. */
export function PurgeArticle({ article, ...dialog }: DialogControl & { readonly article: TrashedArticle }) {
  const queries = useQueryClient();
  const purging = useMutation({
    mutationFn: () =>
      parseResponse(api.newsroom.trash[':id'].$delete({ param: { id: article.id } })).catch(ignoreNotFound),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: TRASH_KEY });
      toastSuccess('Article deleted permanently');
    },
    onError: () => toastFailure('Failed to delete article'),
  });
  return (
    <DeleteDialog
      {...dialog}
      title="Delete permanently"
      subject={article.title}
      text="The article, its comments, revisions and notes cannot be restored afterwards."
      action="Delete permanently"
      request={purging}
    />
  );
}
