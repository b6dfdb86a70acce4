import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { formatCount } from '#ui/format-count.ts';
import { ignoreNotFound } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { ARTICLES_KEY } from '../dashboard/article-queries.ts';
import { COMMENTS_KEY } from '../dashboard/comment-queries.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type ModeratedComment, MODERATION_KEY } from './moderation-queries.ts';

export type Decision = 'approve' | 'delete' | 'restore';

interface DecisionInput {
  readonly comments: readonly Pick<ModeratedComment, 'id'>[];
  readonly decision: Decision;
}

const commentApi = api.newsroom.comments[':id'];

const PARTICIPLES: Readonly<Record<Decision, string>> = {
  approve: 'approved',
  delete: 'deleted',
  restore: 'restored',
};

/** "Comment" or "3 comments". */
const subject = (count: number) => (count === 1 ? 'Comment' : formatCount(count, 'comment'));

/** Approves, deletes or restores comments, at most a page. The toast offers to undo it. Fails if it fails for all of them. */
export function useModerateComments() {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ comments, decision }: DecisionInput) {
      const { done, failures } = await forEach(
        comments.map(({ id }) => id),
        (id) => send(id, decision),
      );
      if (done.length === 0) throw failures[0] ?? new Error('no comment');
      return done;
    },
    async onSuccess(decided, { comments, decision }) {
      await invalidateComments(queries);
      const undo = { label: 'Undo', onClick: () => void undoDecisions(queries, decided) };
      toastSuccess(`${subject(decided.length)} ${PARTICIPLES[decision]}`, undefined, undo);
      const failed = comments.length - decided.length;
      if (failed > 0) toastFailure(`Failed to ${decision} ${formatCount(failed, 'comment')}`);
    },
    onError: (_, { comments, decision }) =>
      toastFailure(`Failed to ${decision} ${subject(comments.length).toLowerCase()}`),
  });
}

interface Outcome {
  /** The ids for which it succeeded. */
  readonly done: readonly string[];
  readonly failures: readonly unknown[];
}

/** One after the other: each waits until the page of its article is rendered again. */
async function forEach(ids: readonly string[], work: (id: string) => Promise<void>): Promise<Outcome> {
  const done: string[] = [];
  const failures: unknown[] = [];
  for (const id of ids)
    try {
      // oxlint-disable-next-line no-await-in-loop
      await work(id);
      done.push(id);
    } catch (error) {
      failures.push(error);
    }
  return { done, failures };
}

async function send(id: string, decision: Decision): Promise<void> {
  const param = { id };
  if (decision === 'approve') await parseResponse(commentApi.approval.$post({ param }));
  else if (decision === 'restore') await undoDecision(id);
  else await parseResponse(commentApi.$delete({ param })).catch(ignoreNotFound);
}

async function undoDecision(id: string): Promise<void> {
  await parseResponse(commentApi.decision.$delete({ param: { id } }));
}

async function undoDecisions(queries: QueryClient, ids: readonly string[]): Promise<void> {
  const { done, failures } = await forEach(ids, undoDecision);
  await invalidateComments(queries);
  if (failures.length === 0) toastSuccess('Undone');
  else if (done.length === 0) toastFailure('Failed to undo');
  else toastFailure(`Failed to undo it for ${formatCount(failures.length, 'comment')}`);
}

/** Invalidates all lists, counts and badges that show the comments. */
async function invalidateComments(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: ARTICLES_KEY });
  void queries.invalidateQueries({ queryKey: COMMENTS_KEY });
  await queries.invalidateQueries({ queryKey: MODERATION_KEY });
}
