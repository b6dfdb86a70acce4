import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type TrashedArticle, TRASH_KEY } from './trash-queries.ts';

interface PurgeArticleProps {
  readonly article: TrashedArticle;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** Asks for confirmation before an article in the trash is deleted permanently. */
export function PurgeArticle({ article, isOpen, onClose, finalFocus }: PurgeArticleProps) {
  const queries = useQueryClient();
  const purging = useMutation({
    mutationFn: () =>
      parseResponse(api.newsroom.trash[':id'].$delete({ param: { id: article.id } })).catch(ignoreNotFound),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: TRASH_KEY });
      toastSuccess('Article deleted permanently');
    },
    onError: () => toastFailure('Failed to delete article'),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete permanently"
      subject={article.title}
      text="The article, its comments, revisions and notes cannot be restored afterwards."
      action="Delete permanently"
      busyAction="Deleting..."
      isBusy={purging.isPending}
      isDangerous
      onConfirm={() => purging.mutate()}
      onCancel={onClose}
      finalFocus={finalFocus}
    />
  );
}
