import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { toastFailure, toastSuccess } from '../../parts/toast.tsx';
import { shortMoment } from '../../parts/dates.ts';
import type { Desk } from '../desk/desk.ts';
import { draftFrom } from '../draft/draft.ts';
import { isUnsaved } from '../draft/draft-store.ts';
import { newsroom, type RevisionSummary } from '../newsroom.ts';
import { useStore } from '../store.ts';
import { Comparison } from './comparison.tsx';

interface RevisionViewProps {
  readonly desk: Desk;
  readonly articleId: string;
  readonly revision: RevisionSummary;
  readonly onBack: () => void;
  readonly onRestored: () => void;
}

/** What has changed since a revision, and the way back to it. */
export function RevisionView({ desk, articleId, revision: chosen, onBack, onRestored }: RevisionViewProps) {
  const state = useStore(desk.draft);
  const [isAsking, setAsking] = useState(false);
  const revision = useQuery({
    queryKey: ['revision', articleId, chosen.revision],
    queryFn: ({ signal }) => newsroom.revision(articleId, chosen.revision, signal),
  });
  const before = useMemo(() => revision.data && draftFrom(revision.data), [revision.data]);
  const restoration = useMutation({
    mutationFn: () => newsroom.restore(articleId, chosen.revision, desk.queue.base()?.revision ?? 0),
    onSuccess(article) {
      desk.adopt(article);
      toastSuccess(`Revision ${chosen.revision} restored`);
      onRestored();
    },
    onError: (error) => toastFailure('Failed to restore revision', error.message),
    onSettled: () => setAsking(false),
  });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <button type="button" className="button button-plain button-small" onClick={onBack}>
          <ArrowLeft size={16} aria-hidden="true" />
          All revisions
        </button>
        <button
          type="button"
          className="button button-small"
          disabled={revision.data === undefined}
          onClick={() => setAsking(true)}
        >
          Restore revision {chosen.revision}
        </button>
      </div>
      <p className="comparison-key">
        From revision {chosen.revision} ({shortMoment(chosen.saved_at)}) to now: <del>was there then</del>{' '}
        <ins>is there now</ins>
      </p>
      {revision.isPending && <Spinner label="Loading revision..." />}
      {revision.isError && <Notice text={revision.error.message} isFailure />}
      {before !== undefined && (
        <Comparison before={before} after={state.draft} label={`From revision ${chosen.revision} to now`} />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Restore Revision"
        text={
          isUnsaved(state)
            ? 'It is saved as the newest revision. What you have not saved yet stays in this browser, to be put back.'
            : 'It is saved as the newest revision; all others stay.'
        }
        action="Restore"
        busyAction="Restoring..."
        isBusy={restoration.isPending}
        onConfirm={() => restoration.mutate()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
