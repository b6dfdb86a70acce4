import { useQuery } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { shortDate, shortDateTime } from '../components/dates.ts';
import { Notice } from '../components/notice.tsx';
import { useItemDialog } from '../components/use-item-dialog.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { useSections } from '../sections/use-sections.ts';
import { usePermissions } from '../session/access.ts';
import { PurgeArticle } from './purge-article.tsx';
import { type TrashedArticle, trashListQuery } from './trash-queries.ts';
import { useRestoreArticle } from './use-restore-article.ts';

/** The articles in the trash, the last one that came there first. */
export function TrashPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const trashed = useQuery(trashListQuery(navigation.location.list.page));
  const heading = useRef<HTMLHeadingElement>(null);
  const purging = useItemDialog<TrashedArticle>();
  // The row, and with it the focused button, disappears.
  const focusHeading = () => heading.current?.focus();
  return (
    <>
      <PagedList
        title="Trash"
        heading={heading}
        noun="articles"
        query={trashed}
        navigation={navigation}
        count={({ total }) => (total === 0 ? '' : formatCount(total, 'article'))}
      >
        {({ articles }) =>
          articles.length === 0 ? (
            <Notice text="The trash is empty. Deleted articles will appear here." />
          ) : (
            <ul className="list-rows trash-rows" aria-label="Trash">
              {articles.map((article) => (
                <TrashRow
                  key={article.id}
                  article={article}
                  onRestored={focusHeading}
                  onPurge={() => purging.open(article)}
                />
              ))}
            </ul>
          )
        }
      </PagedList>
      {purging.item !== null && (
        <PurgeArticle
          article={purging.item}
          isOpen={purging.isOpen}
          onClose={purging.close}
          finalFocus={() => heading.current}
        />
      )}
    </>
  );
}

interface TrashRowProps {
  readonly article: TrashedArticle;
  readonly onRestored: () => void;
  readonly onPurge: () => void;
}

function TrashRow({ article, onRestored, onPurge }: TrashRowProps) {
  const { id, title, category_slug: category, was_published: wasPublished } = article;
  const section = useSections().find(category)?.shortName ?? category;
  const can = usePermissions();
  const restoring = useRestoreArticle(onRestored);
  const titleId = `trash-${id}`;
  return (
    <li>
      <div className="trash-row-text">
        <h3 id={titleId}>
          <bdi>{title}</bdi>
        </h3>
        <p>
          {section} · <bdi>{article.author_name}</bdi> · {wasPublished ? 'was published' : 'was a draft'} ·{' '}
          {formatCount(article.comment_count, 'comment')}
        </p>
        <p>
          Deleted <time dateTime={article.trashed_at}>{shortDateTime(article.trashed_at)}</time>
          {article.trashed_by_name !== null && (
            <>
              {' '}
              by <bdi>{article.trashed_by_name}</bdi>
            </>
          )}{' '}
          · in the trash until <time dateTime={article.expires_at}>{shortDate(article.expires_at)}</time>
        </p>
      </div>
      <div className="list-row-actions">
        {can(wasPublished ? 'article.publish' : 'article.write') && (
          <button
            type="button"
            className="button button-secondary button-small"
            aria-describedby={titleId}
            disabled={restoring.isPending}
            onClick={() => restoring.mutate(id)}
          >
            <RotateCcw size={15} aria-hidden="true" />
            {restoring.isPending ? 'Restoring...' : 'Restore'}
          </button>
        )}
        {can('article.purge') && (
          <button
            type="button"
            className="button button-plain button-small button-warning"
            aria-describedby={titleId}
            onClick={onPurge}
          >
            <Trash2 size={15} aria-hidden="true" />
            Delete permanently
          </button>
        )}
      </div>
    </li>
  );
}
