import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatCount } from '#ui/format-count.ts';
import { api, parseResponse } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type Author, authorQuery, AUTHORS_KEY } from './author-queries.ts';

interface DeleteAuthorProps extends DialogControl {
  readonly author: Author;
  readonly onDeleted: () => void;
}

/** The confirmation before a profile is deleted. Its text says that the articles stay. */
export function DeleteAuthor({ author, onDeleted, ...dialog }: DeleteAuthorProps) {
  const queries = useQueryClient();
  const { id, name, revision, article_count: count } = author;
  const deletion = useMutation({
    mutationFn: () => {
      const header = { 'if-match': `"${revision}"` };
      return parseResponse(api.newsroom.authors[':id'].$delete({ param: { id }, header }));
    },
    async onSuccess() {
      toastSuccess('Author deleted');
      onDeleted();
      queries.removeQueries({ queryKey: authorQuery(id).queryKey });
      await queries.invalidateQueries({ queryKey: [...AUTHORS_KEY, 'list'] });
    },
    async onError(error) {
      toastFailure('Failed to delete author', error.message);
      await queries.invalidateQueries({ queryKey: authorQuery(id).queryKey });
    },
  });
  return (
    <DeleteDialog
      {...dialog}
      title="Delete author"
      subject={name}
      text={
        count === 0
          ? 'The page of this author will no longer exist.'
          : `The page of this author will no longer exist. ${formatCount(count, 'article')} will show the name without a link.`
      }
      request={deletion}
    />
  );
}
