import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, parseResponse } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type OwnPage, pageQuery, removePage } from './page-queries.ts';

interface DeletePageProps {
  readonly page: OwnPage;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks for confirmation before a page is deleted. */
export function DeletePage({ page, isOpen, onClose, onDeleted }: DeletePageProps) {
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
    onSettled: onClose,
  });
  return (
    <DeleteDialog
      isOpen={isOpen}
      title="Delete page"
      subject={title}
      text="The page and its revisions will no longer exist. This cannot be undone."
      isDeleting={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
    />
  );
}
