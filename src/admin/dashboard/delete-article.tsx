import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { TRASH_KEY } from '../trash/trash-queries.ts';
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
    mutationFn: () =>
      parseResponse(api.newsroom.articles[':id'].$delete({ param: { id: article.id } })).catch(
        ignoreNotFound,
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: TRASH_KEY });
      await queries.invalidateQueries({ queryKey: ARTICLES_KEY });
      toastSuccess('Article deleted successfully');
    },
    onError: () => toastFailure('Failed to delete article'),
    onSettled: onClose,
  });
  return (
    <DeleteDialog
      isOpen={isOpen}
      title="Delete Article"
      subject={article.title}
      text="Are you sure you want to delete this article? This action cannot be undone."
      note="The article is moved to the trash with its comments and revisions. You can restore it there."
      isDeleting={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onCancel={onClose}
      finalFocus={finalFocus}
    />
  );
}
