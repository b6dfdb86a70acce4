import type { PublicComment } from '#domain/comments/comment.ts';
import { PublishDate } from '../parts/date.tsx';

interface CommentItemProps {
  readonly comment: PublicComment;
  readonly timeZone: string;
}

export const commentAnchor = (id: string) => `comment-${id}`;

/** One comment of a list. Can be focused by whoever has just put it there. */
export function CommentItem({ comment, timeZone }: CommentItemProps) {
  return (
    <li id={commentAnchor(comment.id)} tabIndex={-1} className="comment">
      <article className="grid grid-cols-[auto_1fr] gap-x-3">
        <span className="avatar avatar-small" aria-hidden="true">
          {comment.name.slice(-4, -2)}
        </span>
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <span className="font-semibold text-ink">{comment.name}</span>
            <span className="text-xs text-muted">
              <PublishDate date={comment.createdAt} timeZone={timeZone} />
            </span>
          </p>
          <p className="comment-text" dir="auto">
            {comment.text}
          </p>
        </div>
      </article>
    </li>
  );
}
