import { articlePath } from '#domain/articles/article.ts';
import type { CommentState } from '#domain/comments/comment.ts';
import type { OwnComment } from '#domain/comments/own-comments.server.ts';
import { COMMENTS_SHOWN } from '#domain/readers/holding.server.ts';
import { formatNumber } from '#ui/format-number.ts';
import { PublishDate } from '../parts/date.tsx';
import type { HeldProps } from './held-page.tsx';
import { heldPath } from './your-data-paths.ts';

/** What has become of it. Why one waits is not told: whoever knows what the filter looks for gets round it. */
const STATES: Readonly<Record<CommentState, string>> = {
  published: 'Published',
  held: 'Waits until we have looked at it',
  deleted: 'Taken down by us',
};

export function HeldComments({ held, token, timeZone }: HeldProps) {
  const { comments, commentCount } = held;
  const last = comments.at(-1);
  return (
    <section aria-labelledby="comments-title">
      <h2 id="comments-title" className="text-2xl">
        {`Comments (${formatNumber(commentCount)})`}
      </h2>
      <ol className="mt-4 grid gap-8">
        {comments.map((comment) => (
          <HeldComment key={comment.id} comment={comment} token={token} timeZone={timeZone} />
        ))}
      </ol>
      {comments.length === COMMENTS_SHOWN && last !== undefined && (
        <p className="mt-6">
          <a className="link" href={heldPath('held', token, { before: last.id })} rel="nofollow next">
            Older comments
          </a>
        </p>
      )}
    </section>
  );
}

interface HeldCommentProps extends Pick<HeldProps, 'token' | 'timeZone'> {
  readonly comment: OwnComment;
}

function HeldComment({ comment, token, timeZone }: HeldCommentProps) {
  const { id, article, text, createdAt, state } = comment;
  return (
    <li>
      <article className="border-b border-rule pb-6">
        <h3 className="text-lg">
          {article === null ? (
            'On an article that is not public now'
          ) : (
            <a className="link" href={articlePath(article.slug)}>
              {article.title}
            </a>
          )}
        </h3>
        <p className="mt-1 text-sm text-muted">
          <PublishDate date={createdAt} timeZone={timeZone} /> · {STATES[state]}
        </p>
        <p className="comment-text mt-3" dir="auto">
          {text}
        </p>
        <form method="post" action={heldPath('withdrawal', token)} className="mt-4">
          <input type="hidden" name="comment" value={id} />
          <button type="submit" className="button button-quiet button-small">
            Delete this comment
            {article !== null && <span className="hidden-visually"> on {article.title}</span>}
          </button>
        </form>
      </article>
    </li>
  );
}
