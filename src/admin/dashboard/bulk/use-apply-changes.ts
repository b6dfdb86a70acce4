import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ArticleChange } from '#domain/articles/changes/article-change.ts';
import { api, parseResponse, type ResponseBody } from '../../api-client.ts';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { articleCount, BULK_ACTIONS, type BulkAction } from './bulk-actions.ts';
import type { ListedArticle } from '../article-queries.ts';

const send = api.newsroom['article-changes'].$post;

type ChangeResult = ResponseBody<Awaited<ReturnType<typeof send>>>['results'][number];

/** What an action asks for. */
export type ChangeInput = Pick<ArticleChange, 'section' | 'tag'>;

export interface Rejection {
  readonly id: string;
  /** Null for an article that no longer exists. */
  readonly title: string | null;
  readonly reason: string;
}

interface Request {
  readonly changes: readonly ArticleChange[];
  /** The title of the toast. */
  readonly done: (articles: string) => string;
  readonly isUndo: boolean;
}

/** Changes articles, and offers to take it back. `rejections` are those that were not changed the last time. */
export function useApplyChanges(onApplied: () => void) {
  const queries = useQueryClient();
  const [rejections, setRejections] = useState<readonly Rejection[]>([]);
  const refresh = () => queries.invalidateQueries({ queryKey: ['newsroom'] });
  const applying = useMutation({
    mutationFn: async ({ changes }: Request) =>
      (await parseResponse(send({ json: { changes: [...changes] } }))).results,
    async onSuccess(results, { done, isUndo }) {
      // First, because the next change needs the new revisions.
      await refresh();
      const undone = isUndo ? [] : results.flatMap(({ undo }) => undo ?? []);
      announce(results, done, undone.length === 0 ? null : () => applying.mutate(undoing(undone)));
      const refused = results.flatMap(rejectionOf);
      setRejections(refused);
      if (!isUndo) onApplied();
      // The list that would show them may be closed by now.
      else if (refused.length > 0) toastFailure(`${articleCount(refused.length)} could not be taken back`);
    },
    onError(error) {
      toastFailure('Failed to change the articles', error.message);
      // The response may have been lost.
      return refresh();
    },
  });
  return {
    rejections,
    clearRejections: () => setRejections([]),
    isBusy: applying.isPending,
    apply: (action: BulkAction, articles: readonly ListedArticle[], input: ChangeInput) =>
      applying.mutate({
        changes: articles.map(({ id, revision }) => ({ ...input, id, revision, action })),
        done: BULK_ACTIONS[action].done,
        isUndo: false,
      }),
  };
}

const undoing = (changes: readonly ArticleChange[]): Request => ({
  changes,
  done: (articles) => `Undone for ${articles}`,
  isUndo: true,
});

function announce(results: readonly ChangeResult[], done: Request['done'], undo: (() => void) | null): void {
  const changed = results.filter(({ outcome }) => outcome === 'changed').length;
  const unchanged = results.filter(({ outcome }) => outcome === 'unchanged').length;
  const others = unchanged === 0 ? undefined : `${articleCount(unchanged)} stayed as before`;
  if (changed > 0)
    toastSuccess(
      done(articleCount(changed)),
      others,
      undo === null ? undefined : { label: 'Undo', onClick: undo },
    );
  else if (unchanged > 0) toastSuccess('Nothing to change', others);
}

function rejectionOf({ id, title, outcome, reason }: ChangeResult): Rejection[] {
  return outcome === 'refused' ? [{ id, title, reason: reason ?? '' }] : [];
}
