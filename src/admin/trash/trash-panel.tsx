import { useQuery } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { shortDate, shortDateTime } from '../components/dates.ts';
import { ItemButton } from '../components/item-button.tsx';
import { ItemList } from '../components/item-list.tsx';
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
      <PagedList title="Trash" heading={heading} noun="article" query={trashed} navigation={navigation}>
        {({ articles }) => (
          <ItemList
            label="Trash"
            className="list-rows trash-rows"
            items={articles}
            empty="The trash is empty. Deleted articles will appear here."
          >
            {(article) => (
              <TrashRow
                key={article.id}
                article={article}
                onRestored={focusHeading}
                onPurge={() => purging.open(article)}
              />
            )}
          </ItemList>
        )}
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
          <ItemButton
            label={restoring.isPending ? 'Restoring...' : 'Restore'}
            icon={RotateCcw}
            kind="secondary"
            describedBy={titleId}
            isDisabled={restoring.isPending}
            onClick={() => restoring.mutate(id)}
          />
        )}
        {can('article.purge') && (
          <ItemButton
            label="Delete permanently"
            icon={Trash2}
            kind="warning"
            describedBy={titleId}
            onClick={onPurge}
          />
        )}
      </div>
    </li>
  );
}
