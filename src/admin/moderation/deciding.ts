import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api-client.ts';
import { ARTICLES_KEY } from '../dashboard/article-queries.ts';
import { COMMENTS_KEY } from '../dashboard/comment-queries.ts';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { type ModeratedComment, MODERATION_KEY } from './moderation-queries.ts';

export type Decision = 'approve' | 'delete' | 'restore';

interface Decided {
  readonly comment: Pick<ModeratedComment, 'id'>;
  readonly decision: Decision;
}

const one = api.newsroom.comments[':id'];

const WORDS: Readonly<Record<Decision, { done: string; failed: string }>> = {
  approve: { done: 'Comment approved', failed: 'Failed to approve comment' },
  delete: { done: 'Comment deleted', failed: 'Failed to delete comment' },
  restore: { done: 'Comment restored', failed: 'Failed to restore comment' },
};

/** Decides about a comment; the toast that says so offers to take it back. */
export function useDeciding() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ comment: { id }, decision }: Decided) => send(id, decision),
    onSuccess: async (_, { comment, decision }) => {
      await forget(queries);
      const undo = { label: 'Undo', onClick: () => void takeBack(queries, comment.id) };
      toastSuccess(WORDS[decision].done, undefined, undo);
    },
    onError: (_, { decision }) => toastFailure(WORDS[decision].failed),
  });
}

async function send(id: string, decision: Decision): Promise<void> {
  const param = { id };
  if (decision === 'approve') await answerOf(one.approval.$post({ param }));
  else if (decision === 'restore') await answerOf(one.decision.$delete({ param }));
  else await answerOf(one.$delete({ param })).catch(passOverGone);
}

/** Somebody else may have been quicker: then it is as it was wanted. */
function passOverGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

async function takeBack(queries: QueryClient, id: string): Promise<void> {
  try {
    await answerOf(one.decision.$delete({ param: { id } }));
    await forget(queries);
    toastSuccess('Taken back');
  } catch {
    toastFailure('Failed to take it back');
  }
}

/** Lists, counts and badges that show it. */
async function forget(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: ARTICLES_KEY });
  void queries.invalidateQueries({ queryKey: COMMENTS_KEY });
  await queries.invalidateQueries({ queryKey: MODERATION_KEY });
}
