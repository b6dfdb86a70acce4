import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { RevisionList, type RevisionPage } from '../editor/revisions/revision-list.tsx';

interface RevisionsDialogProps {
  readonly list: Pick<UseQueryResult<RevisionPage>, 'data' | 'isError' | 'refetch'>;
  readonly currentRevision: number;
  readonly onListPage: (page: number) => void;
  readonly renderRevision: (revision: number, onBack: () => void) => ReactNode;
  readonly onClose: () => void;
}

/** Lists the revisions of a page, newest first, to compare and to restore into the form. */
export function RevisionsDialog({
  list,
  currentRevision,
  onListPage,
  renderRevision,
  onClose,
}: RevisionsDialogProps) {
  const [selected, setSelected] = useState<number | null>(null);
  return (
    <Dialog isOpen width="wide" onClose={onClose} title="Revisions" description="Every save of this page">
      {selected !== null ? (
        renderRevision(selected, () => setSelected(null))
      ) : list.data === undefined ? (
        list.isError ? (
          <LoadFailure text="Failed to load revisions" onRetry={list.refetch} />
        ) : (
          <Spinner label="Loading revisions..." />
        )
      ) : list.data.revisions.length === 0 ? (
        <p className="text-sm text-muted">This page was never saved. Readers see the texts it came with.</p>
      ) : (
        <RevisionList
          list={list.data}
          currentRevision={currentRevision}
          onCompare={({ revision }) => setSelected(revision)}
          onPage={onListPage}
        />
      )}
    </Dialog>
  );
}
