import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortDateTime } from '../../components/dates.ts';
import { usePermissions } from '../../session/access.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { useStore } from '../store.ts';
import { NoteText } from './note-text.tsx';
import { notesQuery } from './note-queries.ts';
import { ReturnDialog } from './return-dialog.tsx';
import { useWithdrawal } from './use-review.ts';

interface ReviewNoticeProps {
  readonly session: EditorSession;
  readonly articleId: string;
}

/** Whether the article is in review or was returned, and what can be done about it. */
export function ReviewNotice({ session, articleId }: ReviewNoticeProps) {
  const { state, submitted_at: submittedAt, returned_at: returnedAt } = useStore(session.status);
  if (state === 'in_review' && submittedAt !== null)
    return <InReview session={session} submittedAt={submittedAt} />;
  if (state === 'draft' && returnedAt !== null)
    return <Returned articleId={articleId} returnedAt={returnedAt} />;
  return null;
}

function InReview({
  session,
  submittedAt,
}: Pick<ReviewNoticeProps, 'session'> & { readonly submittedAt: string }) {
  const can = usePermissions();
  const withdrawal = useWithdrawal(session);
  const [isReturning, setReturning] = useState(false);
  return (
    <section className="editor-notice" aria-label="Review">
      <p>
        <strong>In review since {shortDateTime(submittedAt)}</strong>
        <br />
        {can('article.review')
          ? 'Publish it, or return it to its author with a note.'
          : 'You can still edit it. An editor publishes it, or returns it with a note.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {can('article.submit') && (
          <button
            type="button"
            className="button button-secondary button-small"
            disabled={withdrawal.isPending}
            onClick={() => {
              const base = session.queue.base();
              if (base !== null) withdrawal.mutate(base);
            }}
          >
            {withdrawal.isPending ? 'Withdrawing...' : 'Withdraw'}
          </button>
        )}
        {can('article.review') && (
          <button
            type="button"
            className="button button-secondary button-small"
            onClick={() => setReturning(true)}
          >
            Return with a note
          </button>
        )}
      </div>
      {isReturning && <ReturnDialog session={session} onClose={() => setReturning(false)} />}
    </section>
  );
}

function Returned({ articleId, returnedAt }: { readonly articleId: string; readonly returnedAt: string }) {
  const notes = useQuery(notesQuery(articleId));
  const note = notes.data?.findLast(({ is_return: isReturn }) => isReturn);
  const by = note?.created_by_name ?? null;
  return (
    <section className="editor-notice" aria-label="Review">
      <p>
        <strong>
          Returned{by === null ? '' : ` by ${by}`} on {shortDateTime(returnedAt)}
        </strong>
      </p>
      {note !== undefined && <NoteText text={note.text} />}
      {notes.isError && <p className="save-error">The note could not be loaded. {notes.error.message}</p>}
    </section>
  );
}
