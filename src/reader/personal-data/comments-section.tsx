import { articlePath } from '#domain/articles/article.ts';
import type { CommentState } from '#domain/comments/comment.ts';
import type { OwnComment } from '#domain/comments/own-comments.server.ts';
import { COMMENTS_SHOWN } from '#domain/personal-data/queries.server.ts';
import { formatNumber } from '#ui/format-number.ts';
import { useLocale } from '#ui/locale.ts';
import { PublishDate } from '../components/date.tsx';
import { TitledSection } from '../components/titled-section.tsx';
import type { PersonalDataProps } from './personal-data-page.tsx';
import { personalDataPath } from './personal-data-paths.ts';

/** The status as readers see it. The reason for a review is not shown, so that the filter cannot be probed. */
const STATES: Readonly<Record<CommentState, string>> = {
  published: 'Published',
  held: 'Awaiting review',
  deleted: 'Removed by us',
};

export function CommentsSection({ personalData, token, timeZone }: PersonalDataProps) {
  const { comments, commentCount } = personalData;
  const last = comments.at(-1);
  return (
    <TitledSection name="comments" title={`Comments (${formatNumber(commentCount, useLocale())})`}>
      <ol className="mt-4 grid gap-8">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} token={token} timeZone={timeZone} />
        ))}
      </ol>
      {comments.length === COMMENTS_SHOWN && last !== undefined && (
        <p className="mt-6">
          <a
            className="link"
            href={personalDataPath('overview', token, { before: last.id })}
            rel="nofollow next"
          >
            Older comments
          </a>
        </p>
      )}
    </TitledSection>
  );
}

interface CommentItemProps extends Pick<PersonalDataProps, 'token' | 'timeZone'> {
  readonly comment: OwnComment;
}

function CommentItem({ comment, token, timeZone }: CommentItemProps) {
  const { id, article, text, createdAt, state } = comment;
  return (
    <li>
      <article className="border-b border-rule pb-6">
        <h3 dir="auto" className="text-lg">
          {article === null ? (
            'On an article that is not public'
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
        <form method="post" action={personalDataPath('withdrawal', token)} className="mt-4">
          <input type="hidden" name="comment" value={id} />
          <button type="submit" className="button button-secondary button-small">
            Delete this comment
            {article !== null && (
              <span className="visually-hidden">
                {' '}
                on <bdi>{article.title}</bdi>
              </span>
            )}
          </button>
        </form>
      </article>
    </li>
  );
}
