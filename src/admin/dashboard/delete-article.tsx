import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { ARTICLES_KEY, type ListedArticle } from './article-queries.ts';

interface DeleteArticleProps {
  readonly article: ListedArticle;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

export function DeleteArticle({ article, isOpen, onClose, finalFocus }: DeleteArticleProps) {
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteArticle(article.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ARTICLES_KEY });
      toastSuccess('Article deleted successfully');
    },
    onError: () => toastFailure('Failed to delete article'),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete Article"
      subject={article.title}
      text="Are you sure you want to delete this article? This action cannot be undone."
      action="Delete"
      busyAction="Deleting..."
      isBusy={deleting.isPending}
      isDangerous
      onConfirm={() => deleting.mutate()}
      onCancel={onClose}
      finalFocus={finalFocus}
    />
  );
}

/** Ignores 404: someone else has already deleted it. */
async function deleteArticle(id: string): Promise<void> {
  try {
    await parseResponse(api.newsroom.articles[':id'].$delete({ param: { id } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
