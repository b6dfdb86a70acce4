import type { PublicComment } from '#domain/comments/comment.ts';
import type { CommentList } from '#domain/comments/queries.server.ts';
import { Field } from '#ui/field.tsx';
import { INVALID_EMAIL } from '../parts/form-texts.ts';
import { PublishDate } from '../parts/date.tsx';
import { countedComments } from './article-view.tsx';

interface CommentsProps {
  readonly list: CommentList;
  readonly timeZone: string;
}

export function Comments({ list, timeZone }: CommentsProps) {
  return (
    <section id="comments" className="border-t border-rule bg-sunken" aria-labelledby="comments-title">
      <div className="container py-14 md:py-20">
        <div className="mx-auto max-w-[var(--measure)]">
          <h2 id="comments-title" className="text-2xl">
            {list.total === 0 ? 'Comments' : countedComments(list.total)}
          </h2>
          <CommentForm />
          {list.comments.length === 0 ? (
            <p className="mt-10 text-muted">No comments yet. Be the first to share your thoughts!</p>
          ) : (
            <ol className="mt-10 grid gap-8">
              {list.comments.map((comment) => (
                <li key={comment.id}>
                  <Comment comment={comment} timeZone={timeZone} />
                </li>
              ))}
            </ol>
          )}
        </div>
      </div>
    </section>
  );
}

function Comment({ comment, timeZone }: { readonly comment: PublicComment; readonly timeZone: string }) {
  return (
    <article className="grid grid-cols-[auto_1fr] gap-x-3">
      <span className="avatar avatar-small" aria-hidden="true">
        {comment.name.slice(-4, -2)}
      </span>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-semibold text-ink">{comment.name}</span>
          <span className="text-xs text-muted">
            <PublishDate date={comment.createdAt} timeZone={timeZone} />
          </span>
        </p>
        <p className="mt-1 whitespace-pre-line font-serif">{comment.text}</p>
      </div>
    </article>
  );
}

/** Drawn with its fields; posting is not there yet, and the button says so. */
function CommentForm() {
  return (
    <form className="comment-form mt-6 grid gap-4">
      <Field
        label="Email"
        name="user_email"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint="Your email won't be published."
        error={INVALID_EMAIL}
      />
      <Field label="Comment" name="comment_text" type="lines" rows={4} maxLength={5000} />
      <button type="submit" className="button justify-self-start" disabled>
        Commenting is not open yet
      </button>
    </form>
  );
}
