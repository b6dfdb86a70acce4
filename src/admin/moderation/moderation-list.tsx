import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CommentState } from '#domain/comments/comment.ts';
import { usePageWithin } from '../dashboard/use-page-within.ts';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Notice } from '../parts/notice.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Spinner } from '../parts/spinner.tsx';
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
  const { data } = comments;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<string>(null);
  const deciding = useDeciding();
  usePageWithin(data, control);

  // Buttons are disabled while something is decided; when they are not any more, one of them has the focus again.
  useEffect(() => {
    if (deciding.isPending || focusNext.current === null) return;
    const button = document.querySelector<HTMLElement>(`#moderated-${focusNext.current} button`);
    (button ?? heading.current)?.focus();
    focusNext.current = null;
  });

  /** What is decided leaves the list; the one after it takes its place under the fingers. */
  function decide(comment: Comment, decision: Decision): void {
    const all = data?.comments ?? [];
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
    <section className="desk-card" aria-labelledby="list-title" aria-busy={comments.isPlaceholderData}>
      <div className="list-head">
        <div>
          <h2 id="list-title" ref={heading} tabIndex={-1}>
            {STATE_WORDS[state].heading}
          </h2>
          <p role="status" className="list-count">
            {data === undefined || data.total === 0 ? '' : counted(data.total)}
          </p>
        </div>
      </div>
      {data === undefined ? (
        comments.isError ? (
          <LoadFailure text="Failed to load comments" onRetry={comments.refetch} />
        ) : (
          <Spinner label="Loading comments..." />
        )
      ) : data.comments.length === 0 ? (
        <Notice text={STATE_WORDS[state].empty} />
      ) : (
        <ul className="moderated" aria-label={STATE_WORDS[state].heading}>
          {data.comments.map((comment) => (
            <ModeratedComment
              key={comment.id}
              comment={comment}
              isBusy={deciding.isPending}
              onDecide={(decision) => decide(comment, decision)}
            />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <Pagination
          label="Pages of comments"
          page={data.page}
          pageCount={data.page_count}
          onPage={(next) => {
            control.look({ page: next });
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

function counted(total: number): string {
  return total === 1 ? '1 comment' : `${total.toLocaleString('en-US')} comments`;
}
