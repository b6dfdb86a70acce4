import { COMMENTING_CLOSED } from '#domain/comments/comment.ts';
import type { Discussion } from '#domain/comments/queries.server.ts';
import type { TypedComment, TypedFaults } from '#domain/comments/typed-comment.ts';
import { Island } from '#islands/island.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentsPath } from './comment-paths.ts';
import { FAILED, MAY_BE_REVIEWED, MISSING, POSTED } from './comment-texts.ts';
import { countedComments } from './counted-comments.ts';
import { OlderComments } from './older-comments.tsx';

/** What the reader has just done, where no script could tell them. */
export type Aftermath =
  | { readonly state: 'posted' }
  | {
      readonly state: 'refused';
      readonly values: TypedComment;
      readonly faults: TypedFaults;
      /** What stands against it, when it is not a field. */
      readonly message: string;
    };

interface CommentsProps {
  readonly slug: string;
  readonly discussion: Discussion;
  readonly timeZone: string;
  readonly aftermath?: Aftermath | undefined;
}

export function Comments({ slug, discussion, timeZone, aftermath }: CommentsProps) {
  const { total, page, pageCount, comments } = discussion;
  return (
    <section id="comments" className="border-t border-rule bg-sunken" aria-labelledby="comments-title">
      <div className="container py-14 md:py-20">
        <div className="mx-auto max-w-[var(--measure)]">
          <h2 id="comments-title" className="text-2xl">
            {total === 0 ? 'Comments' : countedComments(total)}
          </h2>
          {aftermath !== undefined && <Notice aftermath={aftermath} />}
          <Entry slug={slug} discussion={discussion} timeZone={timeZone} aftermath={aftermath} />
          {page > 1 && <Newer slug={slug} page={page} pageCount={pageCount} />}
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

/** The form, or why there is none. */
function Entry({ slug, discussion, timeZone, aftermath }: CommentsProps) {
  const { total, isOpen } = discussion;
  if (!isOpen)
    return (
      <p className="mt-6 text-muted">
        {COMMENTING_CLOSED}
        {total === 0 ? '' : ' What was said stays here to be read.'}
      </p>
    );
  const entered = aftermath?.state === 'refused' ? { entered: aftermath } : {};
  const isPosted = aftermath?.state === 'posted';
  return (
    <Island
      name="comment-form"
      component={CommentForm}
      props={{ slug, timeZone, total, isPosted, ...entered }}
      on="interaction"
    />
  );
}

function Notice({ aftermath }: { readonly aftermath: Aftermath }) {
  if (aftermath.state === 'posted')
    return (
      <p className="form-done mt-6" role="status">
        <strong>{POSTED.title}</strong>
        {` ${POSTED.description} ${MAY_BE_REVIEWED}`}
      </p>
    );
  const isUnfit = Object.keys(aftermath.faults).length > 0;
  const { title, description } = isUnfit ? MISSING : FAILED;
  return (
    <p className="form-problem mt-6" role="alert">
      <strong className="block">{title}</strong>
      {aftermath.message === '' ? description : aftermath.message}
    </p>
  );
}

function Newer({ slug, page, pageCount }: { slug: string; page: number; pageCount: number }) {
  return (
    <p className="mt-10 flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
      <a className="button button-quiet button-small" href={commentsPath(slug, page - 1)} rel="prev">
        Newer comments
      </a>
      Page {page} of {pageCount}
    </p>
  );
}
