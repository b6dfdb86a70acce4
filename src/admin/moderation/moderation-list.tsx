import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CommentState } from '#domain/comments/comment.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ItemList } from '../components/item-list.tsx';
import { useSelection } from '../components/use-selection.ts';
import { ModerationBar } from './moderation-bar.tsx';
import { type Decision, useModerateComments } from './use-moderate-comments.ts';
import { ModeratedComment } from './moderated-comment.tsx';
import { moderationListQuery, type ModeratedComment as Comment } from './moderation-queries.ts';
import { STATE_LABELS } from './moderation-labels.ts';

interface ModerationListProps {
  readonly state: CommentState;
  readonly navigation: DashboardNavigation;
}

/** The comments of the whole site in one state, newest first. */
export function ModerationList({ state, navigation }: ModerationListProps) {
  const comments = useQuery(moderationListQuery(state, navigation.location.list.page));
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<string>(null);
  const moderating = useModerateComments();
  const selection = useSelection(comments.data?.comments ?? []);

  // Disabled buttons lose the focus, so it is set again after the decision.
  useEffect(() => {
    if (moderating.isPending || focusNext.current === null) return;
    const button = document.querySelector<HTMLElement>(`#moderated-${focusNext.current} button`);
    (button ?? heading.current)?.focus();
    focusNext.current = null;
  });

  /** The decided comment leaves the list, so the focus moves to its neighbor. */
  function decide(comment: Comment, decision: Decision): void {
    const all = comments.data?.comments ?? [];
    const at = all.findIndex(({ id }) => id === comment.id);
    const neighbor = all[at + 1] ?? all[at - 1];
    moderating.mutate(
      { comments: [comment], decision },
      {
        onSuccess: () => {
          focusNext.current = neighbor?.id ?? 'none';
        },
        onError: () => {
          focusNext.current = comment.id;
        },
      },
    );
  }

  function decideSelected(decision: Decision): void {
    moderating.mutate(
      { comments: selection.selected, decision },
      {
        onSuccess: () => {
          selection.clear();
          focusNext.current = 'none';
        },
        onError: () => {
          focusNext.current = 'none';
        },
      },
    );
  }

  return (
    <PagedList
      title={STATE_LABELS[state].heading}
      heading={heading}
      noun="comment"
      query={comments}
      navigation={navigation}
    >
      {(data) => (
        <>
          {data.comments.length > 0 && (
            <ModerationBar
              state={state}
              selection={selection}
              isBusy={moderating.isPending}
              onDecide={decideSelected}
            />
          )}
          <ItemList
            label={STATE_LABELS[state].heading}
            className="moderated"
            items={data.comments}
            empty={STATE_LABELS[state].empty}
          >
            {(comment) => (
              <ModeratedComment
                key={comment.id}
                comment={comment}
                selection={selection}
                isBusy={moderating.isPending}
                onDecide={(decision) => decide(comment, decision)}
              />
            )}
          </ItemList>
        </>
      )}
    </PagedList>
  );
}
