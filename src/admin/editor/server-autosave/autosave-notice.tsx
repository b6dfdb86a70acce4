import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { shortDateTime, timeOrDateTime } from '../../components/dates.ts';
import { toastFailure } from '../../components/toast.tsx';
import { draftFromArticle } from '../draft/draft.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { DiscardChangesDialog, UnsavedChangesNotice } from '../screen/unsaved-changes-notice.tsx';
import { useStore } from '../store.ts';
import type { StoredAutosave } from './autosave-state.ts';

/**
 * Says that the editor began with unsaved text, or offers the unsaved text on the server that the editor does not contain:
 * of another person, of another device, or based on an older revision.
 */
export function AutosaveNotice({ session }: { readonly session: EditorSession }) {
  const found = useStore(session.serverAutosave.other)?.autosave ?? null;
  // This browser has newer text of the same editor, which `RecoveredDraftNotice` shows.
  const other = found !== null && session.autosaveStorage.findOwn(found.editor_id) === null ? found : null;
  const loadedFrom = useStore(session.loadedFrom);
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: session.discardAutosave,
    onError: (error) => toastFailure('Failed to discard the changes', error.message),
    onSettled: () => setConfirming(false),
  });
  if (other === null && loadedFrom === null) return null;
  return (
    <>
      {other === null ? (
        <section className="editor-notice autosave-loaded" aria-label="Unsaved changes">
          <p>
            <strong>
              Your unsaved changes from {timeOrDateTime(new Date(loadedFrom ?? 0).toISOString())} were loaded.
            </strong>{' '}
            They are not part of the saved version yet.
          </p>
          <div className="flex flex-wrap gap-2">
            <button
              type="button"
              className="button button-secondary button-small"
              onClick={() => setConfirming(true)}
            >
              Discard
            </button>
          </div>
        </section>
      ) : (
        <OtherAutosave session={session} autosave={other} onDiscard={() => setConfirming(true)} />
      )}
      <DiscardChangesDialog
        isOpen={isConfirming}
        isBusy={isPending}
        onCancel={() => setConfirming(false)}
        onConfirm={() => mutate()}
      />
    </>
  );
}

interface OtherAutosaveProps {
  readonly session: EditorSession;
  readonly autosave: StoredAutosave;
  readonly onDiscard: () => void;
}

function OtherAutosave({ session, autosave, onDiscard }: OtherAutosaveProps) {
  const isOlder = autosave.based_on < (session.queue.base()?.revision ?? 0);
  return (
    <UnsavedChangesNotice
      session={session}
      found={draftFromArticle(autosave)}
      action="Load into the editor"
      onAction={session.loadOther}
      onDiscard={onDiscard}
    >
      <strong>
        {nameOf(autosave)} has unsaved changes to this article, from {shortDateTime(autosave.saved_at)}.
      </strong>{' '}
      {isOlder && 'The article was saved since. '}
      Your own changes are stored in this browser only, until these are loaded, saved or discarded.
    </UnsavedChangesNotice>
  );
}

const nameOf = ({ is_own: isOwn, saved_by_name: name }: StoredAutosave) =>
  isOwn ? 'Another window of yours' : (name ?? 'A former user');
