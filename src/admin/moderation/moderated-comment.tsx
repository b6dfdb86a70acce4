import { Check, Reply, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { articlePath } from '#domain/articles/article.ts';
import { replyAddress } from '../messages/reply-address.ts';
import { shortDateTime } from '../components/dates.ts';
import type { Decision } from './use-moderate-comment.ts';
import type { ModeratedComment as Comment } from './moderation-queries.ts';
import { REASON_LABELS } from './moderation-labels.ts';

interface ModeratedCommentProps {
  readonly comment: Comment;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}

/** A comment with the email address of its author, the reasons for review, and its actions. */
export function ModeratedComment({ comment, isBusy, onDecide }: ModeratedCommentProps) {
  const { id, article, user_email, status, reasons, decided_by_name } = comment;
  const button = (decision: Decision, label: string, icon: ReactNode) => (
    <button
      type="button"
      className={`button button-small ${decision === 'delete' ? 'button-plain button-warning' : 'button-secondary'}`}
      aria-label={`${label} comment by ${user_email}`}
      disabled={isBusy}
      onClick={() => onDecide(decision)}
    >
      {icon}
      {label}
    </button>
  );
  return (
    <li id={`moderated-${id}`}>
      <p className="moderated-head">
        <span className="moderated-author">{user_email}</span>
        <span className="moderated-article">
          on{' '}
          <a className="link" href={`${articlePath(article.slug)}#comments`}>
            <bdi>{article.title}</bdi>
          </a>
        </span>
        <time className="moderated-date" dateTime={comment.created_at}>
          {shortDateTime(comment.created_at)}
        </time>
      </p>
      <p className="reader-text" dir="auto">
        {comment.comment_text}
      </p>
      {reasons.length > 0 && (
        <ul className="moderated-reasons" aria-label="Reasons for review">
          {reasons.map((reason) => (
            <li key={reason}>{REASON_LABELS[reason]}</li>
          ))}
        </ul>
      )}
      <div className="moderated-actions">
        {status === 'held' && button('approve', 'Approve', <Check size={15} aria-hidden="true" />)}
        {status !== 'deleted' && button('delete', 'Delete', <Trash2 size={15} aria-hidden="true" />)}
        {status === 'deleted' && button('restore', 'Restore', <Undo2 size={15} aria-hidden="true" />)}
        {/* Only moderators see the address. */}
        <a
          className="button button-small button-plain"
          href={replyAddress({ email: user_email, subject: `Your comment on “${article.title}”` })}
          aria-label={`Reply by email to ${user_email}`}
        >
          <Reply size={15} aria-hidden="true" />
          Reply
        </a>
        {decided_by_name !== null && <p className="moderated-decided-by">Decided by {decided_by_name}</p>}
      </div>
    </li>
  );
}
