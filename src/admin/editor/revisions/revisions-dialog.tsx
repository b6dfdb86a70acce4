import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Pagination } from '../../parts/pagination.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import type { Desk } from '../desk/desk.ts';
import { newsroom, type RevisionSummary } from '../newsroom.ts';
import { RevisionEntry } from './revision-entry.tsx';
import { RevisionView } from './revision-view.tsx';

interface RevisionsDialogProps {
  readonly desk: Desk;
  readonly articleId: string;
  readonly onClose: () => void;
}

/** Every save of the article, the newest first; one can be looked at and brought back. */
export function RevisionsDialog({ desk, articleId, onClose }: RevisionsDialogProps) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<RevisionSummary | null>(null);
  const list = useQuery({
    queryKey: ['revisions', articleId, page],
    queryFn: ({ signal }) => newsroom.revisions(articleId, page, signal),
    staleTime: 0,
  });
  return (
    <Dialog isOpen width="wide" onClose={onClose} title="Revisions" description="Every save of this article">
      {chosen !== null && (
        <RevisionView
          desk={desk}
          articleId={articleId}
          revision={chosen}
          onBack={() => setChosen(null)}
          onRestored={onClose}
        />
      )}
      {chosen === null && list.isPending && <Spinner label="Loading revisions..." />}
      {chosen === null && list.isError && (
        <Notice text={list.error.message} isFailure>
          <button type="button" className="button" onClick={() => void list.refetch()}>
            Try again
          </button>
        </Notice>
      )}
      {chosen === null && list.data !== undefined && (
        <>
          <ol className="revision-list">
            {list.data.revisions.map((revision) => (
              <RevisionEntry
                key={revision.revision}
                revision={revision}
                isCurrent={revision.revision === desk.queue.base()?.revision}
                onChoose={() => setChosen(revision)}
              />
            ))}
          </ol>
          <Pagination
            label="Pages of revisions"
            page={list.data.page}
            pageCount={list.data.page_count}
            onPage={setPage}
          />
        </>
      )}
    </Dialog>
  );
}
