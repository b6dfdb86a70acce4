import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { shortDateTime } from '../../components/dates.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { draftFromArticle } from '../draft/draft.ts';
import { isUnsaved } from '../draft/draft-store.ts';
import { articlesApi, type RevisionSummary } from '../articles-api.ts';
import { useStore } from '../store.ts';
import { Comparison } from './comparison.tsx';
import { RevisionButtons } from './revision-buttons.tsx';

interface RevisionViewProps {
  readonly session: EditorSession;
  readonly articleId: string;
  readonly revision: RevisionSummary;
  readonly onBack: () => void;
  readonly onRestored: () => void;
}

/** Changes since a revision, with a button to restore it. */
export function RevisionView({
  session,
  articleId,
  revision: summary,
  onBack,
  onRestored,
}: RevisionViewProps) {
  const state = useStore(session.draft);
  const [isConfirming, setConfirming] = useState(false);
  const revision = useQuery({
    queryKey: ['revision', articleId, summary.revision],
    queryFn: ({ signal }) => articlesApi.getRevision(articleId, summary.revision, signal),
  });
  const before = useMemo(() => revision.data && draftFromArticle(revision.data), [revision.data]);
  const restoration = useMutation({
    mutationFn: () =>
      articlesApi.restoreRevision(articleId, summary.revision, session.queue.base()?.revision ?? 0),
    onSuccess(article) {
      session.loadServerVersion(article);
      toastSuccess(`Revision ${summary.revision} restored`);
      onRestored();
    },
    onError: (error) => toastFailure('Failed to restore revision', error.message),
    onSettled: () => setConfirming(false),
  });
  return (
    <div className="grid gap-4">
      <RevisionButtons
        restoreLabel={`Restore revision ${summary.revision}`}
        isLoaded={revision.data !== undefined}
        onBack={onBack}
        onRestore={() => setConfirming(true)}
      />
      <p className="comparison-legend">
        From revision {summary.revision} ({shortDateTime(summary.saved_at)}) to now: <del>removed</del>{' '}
        <ins>added</ins>
      </p>
      {revision.isPending && <Spinner label="Loading revision..." />}
      {revision.isError && <Notice text={revision.error.message} isFailure />}
      {before !== undefined && (
        <Comparison before={before} after={state.draft} label={`From revision ${summary.revision} to now`} />
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title="Restore revision"
        text={
          isUnsaved(state)
            ? 'It is saved as the newest revision. Your unsaved changes stay in this browser and can be restored.'
            : 'It is saved as the newest revision. All other revisions are kept.'
        }
        action="Restore"
        busyAction="Restoring..."
        isBusy={restoration.isPending}
        onConfirm={() => restoration.mutate()}
        onCancel={() => setConfirming(false)}
      />
    </div>
  );
}
