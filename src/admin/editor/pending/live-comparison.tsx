import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { articlesApi } from '../articles-api.ts';
import { draftFromArticle } from '../draft/draft.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { Comparison } from '../revisions/comparison.tsx';
import { useStore } from '../store.ts';

interface LiveComparisonProps {
  readonly session: EditorSession;
  readonly articleId: string;
  /** The revision that readers see. */
  readonly liveRevision: number;
  readonly onClose: () => void;
}

/** Compares the text in the editor with the one that readers see. */
export function LiveComparison({ session, articleId, liveRevision, onClose }: LiveComparisonProps) {
  const { draft } = useStore(session.draft);
  const live = useQuery({
    queryKey: ['revision', articleId, liveRevision],
    queryFn: ({ signal }) => articlesApi.getRevision(articleId, liveRevision, signal),
  });
  const before = useMemo(() => live.data && draftFromArticle(live.data), [live.data]);
  return (
    <Dialog isOpen width="wide" onClose={onClose} title="Pending changes">
      <div className="grid gap-4">
        <p className="comparison-legend">
          From the live text to the editor: <del>removed</del> <ins>added</ins>
        </p>
        {live.isPending && <Spinner label="Loading live text..." />}
        {live.isError && (
          <Notice text={live.error.message} isFailure>
            <button type="button" className="button" onClick={() => void live.refetch()}>
              Try again
            </button>
          </Notice>
        )}
        {before !== undefined && (
          <Comparison before={before} after={draft} label="From the live text to the editor" />
        )}
      </div>
    </Dialog>
  );
}
