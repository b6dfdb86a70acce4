import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { commentingOn } from './moderation-queries.ts';

/** Opens one article for comments, or closes it. What was said stays. */
export function CommentingSwitch({ articleId }: { readonly articleId: string }) {
  const queries = useQueryClient();
  const { data } = useQuery(commentingOn(articleId));
  const changing = useMutation({
    mutationFn: (open: boolean) =>
      answerOf(api.newsroom.articles[':id'].commenting.$put({ param: { id: articleId }, json: { open } })),
    onSuccess: (saved) => {
      queries.setQueryData(commentingOn(articleId).queryKey, saved);
      toastSuccess(saved.open ? 'Comments opened' : 'Comments closed');
    },
    onError: () => toastFailure('Failed to change commenting'),
  });
  if (data === undefined) return null;
  return (
    <label className="commenting-check">
      <input
        type="checkbox"
        checked={changing.isPending ? changing.variables : data.open}
        disabled={changing.isPending}
        onChange={(event) => changing.mutate(event.target.checked)}
      />
      Readers may comment on this article
    </label>
  );
}
