import { COMMENTS_CLOSED_MESSAGE } from '#domain/comments/comment.ts';
import type { Discussion } from '#domain/comments/queries.server.ts';
import {
  hasMissingField,
  type CommentInput,
  type CommentFieldErrors,
} from '#domain/comments/comment-input.ts';
import { Island } from '#islands/island.tsx';
import { Count } from '../components/amount.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentsPath } from './comment-paths.ts';
import {
  FAILED_TOAST,
  FIELDS_INVALID,
  FIELDS_MISSING_TOAST,
  MAY_BE_REVIEWED,
  POSTED_TOAST,
} from './comment-messages.ts';
import { OlderComments } from './older-comments.tsx';

/** The result of a form that a browser without script submitted. */
export type SubmissionResult =
  | { readonly state: 'posted' }
  | {
      readonly state: 'refused';
      readonly values: CommentInput;
      readonly fieldErrors: CommentFieldErrors;
      /** The reason, if it does not concern a field; else empty. */
      readonly message: string;
    };

interface CommentsProps {
  readonly slug: string;
  readonly discussion: Discussion;
  readonly timeZone: string;
  readonly submission?: SubmissionResult | undefined;
}

export function Comments({ slug, discussion, timeZone, submission }: CommentsProps) {
  const { total, page, pageCount, comments } = discussion;
  return (
    <section id="comments" className="border-t border-rule bg-sunken" aria-labelledby="comments-title">
      <div className="container py-14 md:py-20">
        <div className="mx-auto max-w-[var(--measure)]">
          <h2 id="comments-title" className="text-2xl">
            {total === 0 ? 'Comments' : <Count value={total} one="comment" many="comments" />}
          </h2>
          {submission !== undefined && <SubmissionNotice submission={submission} />}
          <CommentFormOrNotice
            slug={slug}
            discussion={discussion}
            timeZone={timeZone}
            submission={submission}
          />
          {page > 1 && <NewerCommentsLink slug={slug} page={page} pageCount={pageCount} />}
          {comments.length > 0 && (
            <ol className="mt-10 grid gap-8">
              {comments.map((comment) => (
                <CommentItem key={comment.id} comment={comment} timeZone={timeZone} slug={slug} />
              ))}
            </ol>
          )}
          {page < pageCount && (
            <Island
              name="older-comments"
              component={OlderComments}
              props={{ slug, timeZone, page, pageCount }}
              on="visible"
            />
          )}
        </div>
      </div>
    </section>
  );
}

/** The form, or a notice that commenting is closed. */
function CommentFormOrNotice({ slug, discussion, timeZone, submission }: CommentsProps) {
  const { total, isOpen } = discussion;
  if (!isOpen)
    return (
      <p className="mt-6 text-muted">
        {COMMENTS_CLOSED_MESSAGE}
        {total === 0 ? '' : ' Existing comments remain visible.'}
      </p>
    );
  const entered = submission?.state === 'refused' ? { entered: submission } : {};
  const isPosted = submission?.state === 'posted';
  return (
    <Island
      name="comment-form"
      component={CommentForm}
      props={{ slug, timeZone, total, isPosted, ...entered }}
      on="interaction"
    />
  );
}

function SubmissionNotice({ submission }: { readonly submission: SubmissionResult }) {
  if (submission.state === 'posted')
    return (
      <p className="form-success mt-6" role="status">
        <strong>{POSTED_TOAST.title}</strong>
        {` ${POSTED_TOAST.description} ${MAY_BE_REVIEWED}`}
      </p>
    );
  const { title, description } = refusalMessage(submission);
  return (
    <p className="form-alert mt-6" role="alert">
      <strong className="block">{title}</strong>
      {submission.message === '' ? description : submission.message}
    </p>
  );
}

function refusalMessage({ values, fieldErrors }: Extract<SubmissionResult, { state: 'refused' }>) {
  if (Object.keys(fieldErrors).length === 0) return FAILED_TOAST;
  return hasMissingField(values) ? FIELDS_MISSING_TOAST : FIELDS_INVALID;
}

function NewerCommentsLink({ slug, page, pageCount }: { slug: string; page: number; pageCount: number }) {
  return (
    <p className="mt-10 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
      <a className="button button-secondary button-small" href={commentsPath(slug, page - 1)} rel="prev">
        Newer comments
      </a>
      Page {page} of {pageCount}
    </p>
  );
}
