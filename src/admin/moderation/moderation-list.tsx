import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CommentState } from '#domain/comments/comment.ts';
import { counted } from '#ui/counted.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { Notice } from '../parts/notice.tsx';
import { type Decision, useDeciding } from './deciding.ts';
import { ModeratedComment } from './moderated-comment.tsx';
import { commentsIn, type ModeratedComment as Comment } from './moderation-queries.ts';
import { STATE_WORDS } from './moderation-words.ts';

interface ModerationListProps {
  readonly state: CommentState;
  readonly control: PlaceControl;
}

/** The comments of the whole site in one state, newest first. */
export function ModerationList({ state, control }: ModerationListProps) {
  const comments = useQuery(commentsIn(state, control.place.list.page));
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<string>(null);
  const deciding = useDeciding();

  // Buttons are disabled while something is decided; when they are not any more, one of them has the focus again.
  useEffect(() => {
    if (deciding.isPending || focusNext.current === null) return;
    const button = document.querySelector<HTMLElement>(`#moderated-${focusNext.current} button`);
    (button ?? heading.current)?.focus();
    focusNext.current = null;
  });

  /** What is decided leaves the list; the one after it takes its place under the fingers. */
  function decide(comment: Comment, decision: Decision): void {
    const all = comments.data?.comments ?? [];
    const at = all.findIndex(({ id }) => id === comment.id);
    const neighbour = all[at + 1] ?? all[at - 1];
    deciding.mutate(
      { comment, decision },
      {
        onSuccess: () => {
          focusNext.current = neighbour?.id ?? 'none';
        },
        onError: () => {
          focusNext.current = comment.id;
        },
      },
    );
  }

  return (
    <PagedList
      title={STATE_WORDS[state].heading}
      heading={heading}
      what="comments"
      query={comments}
      control={control}
      count={({ total }) => (total === 0 ? '' : counted(total, 'comment'))}
    >
      {(shown) =>
        shown.comments.length === 0 ? (
          <Notice text={STATE_WORDS[state].empty} />
        ) : (
          <ul className="moderated" aria-label={STATE_WORDS[state].heading}>
            {shown.comments.map((comment) => (
              <ModeratedComment
                key={comment.id}
                comment={comment}
                isBusy={deciding.isPending}
                onDecide={(decision) => decide(comment, decision)}
              />
            ))}
          </ul>
        )
      }
    </PagedList>
  );
}
