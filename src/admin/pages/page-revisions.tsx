import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Pagination } from '../components/pagination.tsx';
import { Spinner } from '../components/spinner.tsx';
import { RevisionEntry } from '../editor/revisions/revision-entry.tsx';
import type { PageFormValues } from './page-form-values.ts';
import { type OwnPage, pageRevisionsQuery } from './page-queries.ts';
import { PageRevisionView } from './page-revision-view.tsx';

interface PageRevisionsProps {
  readonly page: OwnPage;
  /** The present values of the form. */
  readonly values: PageFormValues;
  readonly onRestore: (values: PageFormValues) => void;
  readonly onClose: () => void;
}

/** Lists the revisions of a page, newest first, to compare and to restore into the form. */
export function PageRevisions({ page, values, onRestore, onClose }: PageRevisionsProps) {
  const [listPage, setListPage] = useState(1);
  const [selected, setSelected] = useState<number | null>(null);
  const list = useQuery(pageRevisionsQuery(page.id, listPage));
  return (
    <Dialog isOpen width="wide" onClose={onClose} title="Revisions" description="Every save of this page">
      {selected !== null ? (
        <PageRevisionView
          pageId={page.id}
          revision={selected}
          values={values}
          onBack={() => setSelected(null)}
          onRestore={onRestore}
        />
      ) : list.data !== undefined ? (
        <>
          <ol className="revision-list">
            {list.data.revisions.map((revision) => (
              <RevisionEntry
                key={revision.revision}
                revision={revision}
                isCurrent={revision.revision === page.revision}
                onCompare={() => setSelected(revision.revision)}
              />
            ))}
          </ol>
          <Pagination
            label="Pages of revisions"
            page={list.data.page}
            pageCount={list.data.page_count}
            onPage={setListPage}
          />
        </>
      ) : list.isError ? (
        <LoadFailure text="Failed to load revisions" onRetry={list.refetch} />
      ) : (
        <Spinner label="Loading revisions..." />
      )}
    </Dialog>
  );
}
