import { Reply } from 'lucide-react';
import { articlePath } from '#domain/articles/article.ts';
import { replyAddress } from '../messages/reply-address.ts';
import { shortDateTime } from '../components/dates.ts';
import { RowCheckbox } from '../components/selection-checkbox.tsx';
import type { Selection } from '../components/use-selection.ts';
import { DECISIONS, decisionsFor } from './decisions.ts';
import type { Decision } from './use-moderate-comments.ts';
import type { ModeratedComment as Comment } from './moderation-queries.ts';
import { REASON_LABELS } from './moderation-labels.ts';

interface ModeratedCommentProps {
  readonly comment: Comment;
  readonly selection: Selection<Comment>;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}

/** A comment with the email address of its author, the reasons for review, and its actions. */
export function ModeratedComment({ comment, selection, isBusy, onDecide }: ModeratedCommentProps) {
  const { id, article, user_email, status, reasons, decided_by_name } = comment;
  return (
    <li id={`moderated-${id}`}>
      <p className="moderated-head">
        <RowCheckbox item={comment} selection={selection} describedBy={`by-${id} on-${id}`} />
        <span id={`by-${id}`} className="moderated-author">
          {user_email}
        </span>
        <span id={`on-${id}`} className="moderated-article">
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
        {decisionsFor(status).map((decision) => {
          const { label, Icon } = DECISIONS[decision];
          return (
            <button
              key={decision}
              type="button"
              className={`button button-small ${decision === 'delete' ? 'button-plain button-warning' : 'button-secondary'}`}
              aria-label={`${label} comment by ${user_email}`}
              disabled={isBusy}
              onClick={() => onDecide(decision)}
            >
              <Icon size={15} aria-hidden="true" />
              {label}
            </button>
          );
        })}
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
