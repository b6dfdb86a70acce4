import { useQuery } from '@tanstack/react-query';
import { PAGE_LIMIT } from '#domain/pages/page.ts';
import { formatCount } from '#ui/format-count.ts';
import { shortDate } from '../components/dates.ts';
import { Notice } from '../components/notice.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { NewItemButton } from '../components/new-item-button.tsx';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { AboutRow } from './about-row.tsx';
import { type OwnPageSummary, pageListQuery } from './page-queries.ts';

interface PageListProps {
  readonly navigation: DashboardNavigation;
  readonly onCreate: () => void;
  readonly onOpen: (id: string) => void;
  readonly onOpenAbout: () => void;
}

/** The own pages of the publication by title. */
export function PageList({ navigation, onCreate, onOpen, onOpenAbout }: PageListProps) {
  const found = useQuery(pageListQuery);
  const isFull = (found.data?.pages.length ?? 0) >= PAGE_LIMIT;
  return (
    <PagedList
      title="Pages"
      noun="page"
      query={found}
      navigation={navigation}
      count={({ pages }) => (pages.length === 0 ? '' : formatCount(pages.length, 'page'))}
      tools={<AboutRow onOpen={onOpenAbout} />}
      action={<NewItemButton label="New page" isSmall isDisabled={isFull} onClick={onCreate} />}
    >
      {({ pages }) =>
        pages.length === 0 ? (
          <Notice text="No pages yet">
            <p className="text-sm text-muted">
              Pages such as Ethics, Privacy or Imprint have an address of their own and a link in the footer.
            </p>
          </Notice>
        ) : (
          <ul>
            {pages.map((page) => (
              <li key={page.id} className="page-row">
                <PageRow page={page} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        )
      }
    </PagedList>
  );
}

function PageRow({ page, onOpen }: { readonly page: OwnPageSummary; readonly onOpen: (id: string) => void }) {
  return (
    <>
      <div>
        <button type="button" className="row-cover page-title" onClick={() => onOpen(page.id)}>
          <bdi>{page.title}</bdi>
        </button>
        <p className="text-xs text-muted wrap-anywhere">
          /{page.slug} · changed {shortDate(page.updated_at)}
          {!page.in_footer && ' · not in the footer'}
        </p>
      </div>
      <PageStatus isDraft={page.is_draft} />
    </>
  );
}

export function PageStatus({ isDraft }: { readonly isDraft: boolean }) {
  return <StateBadge state={isDraft ? 'draft' : 'published'} />;
}
