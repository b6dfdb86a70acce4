import { MessageSquare, Pencil, Star, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { ScheduledAction } from '#domain/articles/schedule/schedule.ts';
import { formatCount } from '#ui/format-count.ts';
import { shortDate, shortDateTime } from '../components/dates.ts';
import { ItemButton } from '../components/item-button.tsx';
import { usePermissions } from '../session/access.ts';
import { ArticleMenu } from './article-menu.tsx';
import type { ListedArticle } from './article-queries.ts';

interface CellProps {
  readonly article: ListedArticle;
}

/** Links to the public page if the article is published. */
export function ArticleTitle({ article }: CellProps) {
  const title = { id: titleId(article), className: 'article-title', dir: 'auto' };
  if (article.is_draft) return <span {...title}>{article.title}</span>;
  return (
    <a {...title} href={`/article/${article.slug}`}>
      {article.title}
    </a>
  );
}

/** The id for `aria-describedby` of the controls in a row, whose names are the same in every row. */
export function titleId({ id }: ListedArticle): string {
  return `title-${id}`;
}

export function FeaturedBadge({ article }: CellProps) {
  if (!article.featured) return <span className="text-muted">No</span>;
  return (
    <span className="featured-badge">
      <Star size={15} aria-hidden="true" />
      Featured
    </span>
  );
}

/** The date of the first publication, and what is scheduled. */
export function PublishedDate({ article }: CellProps) {
  const { scheduled_at: at, scheduled_action: action } = article;
  if (at === null || action === null || article.state === 'in_trash')
    return <FirstPublished article={article} />;
  return (
    <>
      {article.publish_date !== null && (
        <>
          <FirstPublished article={article} />
          <br />
        </>
      )}
      <span className="text-muted">
        {SCHEDULED_TEXTS[action]} <time dateTime={at}>{shortDateTime(at)}</time>
      </span>
    </>
  );
}

const SCHEDULED_TEXTS: Readonly<Record<ScheduledAction, string>> = {
  publish: 'Publishes',
  publish_changes: 'Publishes changes',
  unpublish: 'Offline',
};

function FirstPublished({ article }: CellProps) {
  if (article.publish_date === null) return <span className="text-muted">Not yet</span>;
  return <time dateTime={article.publish_date}>{shortDate(article.publish_date)}</time>;
}

export function CommentsButton({
  article,
  onOpen,
}: CellProps & { readonly onOpen: (article: ListedArticle) => void }) {
  const count = article.comment_count;
  const canModerate = usePermissions()('comment.moderate');
  if (!canModerate) return <span className="text-muted">{formatCount(count, 'comment')}</span>;
  return (
    <button
      type="button"
      className="button button-plain button-small"
      aria-label={formatCount(count, 'comment')}
      aria-describedby={titleId(article)}
      onClick={() => onOpen(article)}
    >
      <MessageSquare size={15} aria-hidden="true" />
      {count.toLocaleString('en-US')}
    </button>
  );
}

export function ArticleActions({
  article,
  onDelete,
}: CellProps & { readonly onDelete: (article: ListedArticle) => void }) {
  const can = usePermissions();
  if (article.state === 'in_trash')
    return (
      <Link
        className="button button-plain button-small"
        aria-describedby={titleId(article)}
        to="/admin?tab=trash"
      >
        <Trash2 size={15} aria-hidden="true" />
        Open the trash
      </Link>
    );
  // The list contains only articles that the role may read; those of others only if it may change them as well.
  const isPublic = !article.is_draft || article.state === 'scheduled';
  if (!can(isPublic ? 'article.publish' : 'article.write'))
    return <ArticleMenu article={article} describedBy={titleId(article)} />;
  return (
    <span className="article-actions">
      <Link
        className="button button-plain button-small"
        aria-describedby={titleId(article)}
        to={`/admin/article-editor/${article.category_slug}/${article.id}`}
      >
        <Pencil size={15} aria-hidden="true" />
        Edit
      </Link>
      <ItemButton
        label="Delete"
        icon={Trash2}
        kind="warning"
        describedBy={titleId(article)}
        onClick={() => onDelete(article)}
      />
      <ArticleMenu article={article} describedBy={titleId(article)} />
    </span>
  );
}
