import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { ARTICLES_KEY } from '../dashboard/article-queries.ts';
import { COMMENTS_KEY } from '../dashboard/comment-queries.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type ModeratedComment, MODERATION_KEY } from './moderation-queries.ts';

export type Decision = 'approve' | 'delete' | 'restore';

interface DecisionInput {
  readonly comment: Pick<ModeratedComment, 'id'>;
  readonly decision: Decision;
}

const commentApi = api.newsroom.comments[':id'];

const MESSAGES: Readonly<Record<Decision, { done: string; failed: string }>> = {
  approve: { done: 'Comment approved', failed: 'Failed to approve comment' },
  delete: { done: 'Comment deleted', failed: 'Failed to delete comment' },
  restore: { done: 'Comment restored', failed: 'Failed to restore comment' },
};

/** Approves, deletes or restores a comment. The toast offers to undo it. */
export function useModerateComment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ comment: { id }, decision }: DecisionInput) => send(id, decision),
    onSuccess: async (_, { comment, decision }) => {
      await invalidateComments(queries);
      const undo = { label: 'Undo', onClick: () => void undoDecision(queries, comment.id) };
      toastSuccess(MESSAGES[decision].done, undefined, undo);
    },
    onError: (_, { decision }) => toastFailure(MESSAGES[decision].failed),
  });
}

async function send(id: string, decision: Decision): Promise<void> {
  const param = { id };
  if (decision === 'approve') await parseResponse(commentApi.approval.$post({ param }));
  else if (decision === 'restore') await parseResponse(commentApi.decision.$delete({ param }));
  else await parseResponse(commentApi.$delete({ param })).catch(ignoreNotFound);
}

async function undoDecision(queries: QueryClient, id: string): Promise<void> {
  try {
    await parseResponse(commentApi.decision.$delete({ param: { id } }));
    await invalidateComments(queries);
    toastSuccess('Undone');
  } catch {
    toastFailure('Failed to undo');
  }
}

/** Invalidates all lists, counts and badges that show the comment. */
async function invalidateComments(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: ARTICLES_KEY });
  void queries.invalidateQueries({ queryKey: COMMENTS_KEY });
  await queries.invalidateQueries({ queryKey: MODERATION_KEY });
}
