import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { articlesApi, type RevisionSummary } from '../articles-api.ts';
import { AutosaveRevision } from '../server-autosave/autosave-revision.tsx';
import { RevisionList } from './revision-list.tsx';
import { RevisionView } from './revision-view.tsx';

interface RevisionsDialogProps {
  readonly session: EditorSession;
  readonly articleId: string;
  readonly onClose: () => void;
}

/** Lists the revisions of an article, newest first, to compare and restore. */
export function RevisionsDialog({ session, articleId, onClose }: RevisionsDialogProps) {
  const [page, setPage] = useState(1);
  const [selected, setSelected] = useState<RevisionSummary | null>(null);
  const list = useQuery({
    queryKey: ['revisions', articleId, page],
    queryFn: ({ signal }) => articlesApi.listRevisions(articleId, page, signal),
    staleTime: 0,
  });
  return (
    <Dialog isOpen width="wide" onClose={onClose} title="Revisions" description="Every save of this article">
      {selected !== null && (
        <RevisionView
          session={session}
          articleId={articleId}
          revision={selected}
          onBack={() => setSelected(null)}
          onRestored={onClose}
        />
      )}
      {selected === null && list.isPending && <Spinner label="Loading revisions..." />}
      {selected === null && list.isError && (
        <Notice text={list.error.message} isFailure>
          <button type="button" className="button" onClick={() => void list.refetch()}>
            Try again
          </button>
        </Notice>
      )}
      {selected === null && list.data !== undefined && (
        <RevisionList
          list={list.data}
          currentRevision={session.queue.base()?.revision}
          onCompare={setSelected}
          onPage={setPage}
        >
          {page === 1 && <AutosaveRevision articleId={articleId} />}
        </RevisionList>
      )}
    </Dialog>
  );
}
