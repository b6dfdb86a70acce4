import { Check, Trash2 } from 'lucide-react';
import { shortDateTime } from '../components/dates.ts';
import type { ListedComment } from './comment-queries.ts';

interface CommentListProps {
  readonly comments: readonly ListedComment[];
  readonly isBusy: boolean;
  /** Shows a pending comment to readers. */
  readonly onApprove: (comment: ListedComment) => void;
  readonly onDelete: (comment: ListedComment) => void;
}

/** Comments with the email addresses of their authors, which only the newsroom shows. */
export function CommentList({ comments, isBusy, onApprove, onDelete }: CommentListProps) {
  return (
    <ul className="comment-list">
      {comments.map((comment) => (
        <li key={comment.id}>
          <div className="comment-head">
            <p className="comment-author">{comment.user_email}</p>
            <p className="comment-date">
              <time dateTime={comment.created_at}>{shortDateTime(comment.created_at)}</time>
              {comment.status === 'held' && <span className="status status-pending">Pending</span>}
            </p>
            <button
              type="button"
              className="icon-button icon-button-danger"
              aria-label={`Delete comment by ${comment.user_email}`}
              onClick={() => onDelete(comment)}
            >
              <Trash2 size={16} aria-hidden="true" />
            </button>
          </div>
          <p className="comment-text" dir="auto">
            {comment.comment_text}
          </p>
          {comment.status === 'held' && (
            <button
              type="button"
              className="button button-small button-secondary mt-2"
              aria-label={`Approve comment by ${comment.user_email}`}
              disabled={isBusy}
              onClick={() => onApprove(comment)}
            >
              <Check size={15} aria-hidden="true" />
              Approve
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
