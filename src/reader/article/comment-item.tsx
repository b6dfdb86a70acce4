import type { PublicComment } from '#domain/comments/comment.ts';
import { DateTime } from '../components/date.tsx';
import { commentAnchor, commentPermalink } from './comment-paths.ts';

interface CommentItemProps {
  readonly comment: PublicComment;
  readonly timeZone: string;
  /** The article's slug, for the permalink. Absent for a comment that may be pending: it has no public URL yet. */
  readonly slug?: string;
}

/** One comment in a list. Focusable, so that script can move the focus to it. */
export function CommentItem({ comment, timeZone, slug }: CommentItemProps) {
  const time = <DateTime date={comment.createdAt} timeZone={timeZone} />;
  return (
    <li id={commentAnchor(comment.id)} tabIndex={-1} className="comment">
      <article className="grid grid-cols-[auto_1fr] gap-x-3">
        <span className="avatar avatar-small" aria-hidden="true">
          {comment.name.slice(-4, -2)}
        </span>
        <div className="min-w-0">
          <p className="comment-head">
            <span className="font-semibold text-ink">{comment.name}</span>
            <span className="text-xs text-muted">
              {slug === undefined ? (
                time
              ) : (
                <a className="comment-time" href={commentPermalink(slug, comment.id)} rel="nofollow">
                  {time}
                </a>
              )}
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
