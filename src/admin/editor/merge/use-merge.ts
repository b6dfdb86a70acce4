import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { articlesApi } from '../articles-api.ts';
import { type Draft, draftFromArticle } from '../draft/draft.ts';
import type { BaseRevision } from '../newsroom-article.ts';
import { type Choice, mergeDrafts, type MergeConflict } from './merge-drafts.ts';

export interface Merge {
  /** Whether the revision that both were edited from is being loaded. */
  readonly isLoading: boolean;
  readonly conflicts: readonly MergeConflict[];
  /** One for each conflict; null if it is not chosen yet. */
  readonly choices: readonly (Choice | null)[];
  choose(index: number, choice: Choice): void;
  /** Null until every conflict is resolved. */
  readonly merged: Draft | null;
}

/** Merges the own version of an article with that of somebody else. @param base the revision that the own one was edited from */
export function useMerge(base: BaseRevision, mine: Draft, theirs: Draft): Merge {
  const revision = useQuery({
    queryKey: ['revision', base.id, base.revision],
    queryFn: ({ signal }) => articlesApi.getRevision(base.id, base.revision, signal),
    retry: false,
  });
  const merge = useMemo(
    () => mergeDrafts({ base: revision.data ? draftFromArticle(revision.data) : null, mine, theirs }),
    [revision.data, mine, theirs],
  );
  const [chosen, setChosen] = useState<readonly (Choice | null)[]>([]);
  const choices = merge.conflicts.map((_, index) => chosen[index] ?? null);
  const isResolved = choices.every((choice) => choice !== null);
  return {
    isLoading: revision.isPending,
    conflicts: merge.conflicts,
    choices,
    choose: (index, choice) => setChosen(choices.with(index, choice)),
    merged: revision.isPending || !isResolved ? null : merge.resolve(choices),
  };
}
