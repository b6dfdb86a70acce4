import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseResponse, api } from '../api-client.ts';
import { CheckField } from '../components/check-field.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { commentingQuery } from './moderation-queries.ts';

/**
 * Opens or closes one article for comments. Existing comments remain visible. Takes its place while it is loading, so that it does
 * not move the comments.
 */
export function CommentingSwitch({ articleId }: { readonly articleId: string }) {
  const queries = useQueryClient();
  const { data, isError } = useQuery(commentingQuery(articleId));
  const changing = useMutation({
    mutationFn: (open: boolean) =>
      parseResponse(
        api.newsroom.articles[':id'].commenting.$put({ param: { id: articleId }, json: { open } }),
      ),
    onSuccess: (saved) => {
      queries.setQueryData(commentingQuery(articleId).queryKey, saved);
      toastSuccess(saved.open ? 'Comments opened' : 'Comments closed');
    },
    onError: () => toastFailure('Failed to change commenting'),
  });
  if (data === undefined && isError) return null;
  return (
    <div className="commenting-switch">
      {data !== undefined && (
        <CheckField
          isChecked={changing.isPending ? changing.variables : data.open}
          isDisabled={changing.isPending}
          onChange={(isOpen) => changing.mutate(isOpen)}
        >
          Readers may comment on this article
        </CheckField>
      )}
    </div>
  );
}
