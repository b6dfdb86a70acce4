import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { TRASH_KEY } from '../trash/trash-queries.ts';
import { ARTICLES_KEY, type ListedArticle } from './article-queries.ts';

interface DeleteArticleProps extends DialogControl {
  readonly article: ListedArticle;
  /** Called before the list without the article is loaded. */
  readonly onDeleted: () => void;
}

export function DeleteArticle({ article, onDeleted, ...dialog }: DeleteArticleProps) {
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () =>
      parseResponse(api.newsroom.articles[':id'].$delete({ param: { id: article.id } })).catch(
        ignoreNotFound,
      ),
    onSuccess: async () => {
      onDeleted();
      await queries.invalidateQueries({ queryKey: TRASH_KEY });
      await queries.invalidateQueries({ queryKey: ARTICLES_KEY });
      toastSuccess(
        'Article deleted successfully',
        'It is in the trash with its comments and revisions, and can be restored there.',
      );
    },
    onError: () => toastFailure('Failed to delete article'),
  });
  return (
    <DeleteDialog
      {...dialog}
      title="Delete Article"
      subject={article.title}
      text="Are you sure you want to delete this article? This action cannot be undone."
      request={deleting}
    />
  );
}
