import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, parseResponse } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type OwnPage, pageQuery, removePage } from './page-queries.ts';

interface DeletePageProps extends DialogControl {
  readonly page: OwnPage;
  readonly onDeleted: () => void;
}

/** Asks for confirmation before a page is deleted. */
export function DeletePage({ page, onDeleted, ...dialog }: DeletePageProps) {
  const queries = useQueryClient();
  const { id, title, revision } = page;
  const deletion = useMutation({
    mutationFn: () => {
      const header = { 'if-match': `"${revision}"` };
      return parseResponse(api.newsroom.pages[':id'].$delete({ param: { id }, header }));
    },
    async onSuccess() {
      toastSuccess('Page deleted');
      onDeleted();
      await removePage(queries, id);
    },
    async onError(error) {
      toastFailure('Failed to delete page', error.message);
      await queries.invalidateQueries({ queryKey: pageQuery(id).queryKey });
    },
  });
  return (
    <DeleteDialog
      {...dialog}
      title="Delete page"
      subject={title}
      text="The page and its revisions will no longer exist. This cannot be undone."
      request={deletion}
    />
  );
}
