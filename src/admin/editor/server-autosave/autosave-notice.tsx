import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { isPublic } from '#domain/articles/article-state.ts';
import { shortDateTime, timeOrDateTime } from '../../components/dates.ts';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { draftFromArticle } from '../draft/draft.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { DiscardChangesDialog, UnsavedChangesNotice } from '../screen/unsaved-changes-notice.tsx';
import { useStore } from '../store.ts';
import { autosaveApi } from './autosave-api.ts';
import type { AutosaveState, StoredAutosave } from './autosave-state.ts';
import { type LoadedText, writerOf } from './choose-draft.ts';

interface AutosaveNoticeProps {
  readonly session: EditorSession;
}

/**
 * Says that the editor began with unsaved text, or offers the unsaved text on the server that the editor does not contain:
 * of another person, of another device, or based on an older revision.
 */
export function AutosaveNotice({ session }: AutosaveNoticeProps) {
  const other = useStore(session.serverAutosave.other);
  const loaded = useStore(session.loaded);
  if (other?.autosave) return <OtherAutosave session={session} state={other} autosave={other.autosave} />;
  if (loaded === null) return null;
  return loaded.writer === null ? (
    <OwnLoadedText session={session} loaded={loaded} />
  ) : (
    <LoadedTextOfOther session={session} loaded={loaded} writer={loaded.writer} />
  );
}

interface LoadedTextProps {
  readonly loaded: LoadedText;
}

const timeOf = ({ storedAt }: LoadedText) => timeOrDateTime(new Date(storedAt).toISOString());

function OwnLoadedText({ session, loaded }: AutosaveNoticeProps & LoadedTextProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: session.discardAutosave,
    onError: toastDiscardFailure,
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <section className="editor-notice autosave-loaded" aria-label="Unsaved changes">
        <p>
          <strong>Your unsaved changes from {timeOf(loaded)} were loaded.</strong> They are not part of the
          saved version yet.
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
      <DiscardChangesDialog
        isOpen={isConfirming}
        isBusy={isPending}
        onCancel={() => setConfirming(false)}
        onConfirm={() => mutate()}
      />
    </>
  );
}

/** Only the writer discards it. It becomes a revision before this editor replaces it, see `createTextOfOthers`. */
function LoadedTextOfOther({
  session,
  loaded,
  writer,
}: AutosaveNoticeProps & LoadedTextProps & { readonly writer: string }) {
  const isLive = isPublic(useStore(session.status).state);
  return (
    <section className="editor-notice autosave-loaded" aria-label="Unsaved changes">
      <p>
        <strong>
          {writer}’s unsaved text from {timeOf(loaded)} was loaded.
        </strong>{' '}
        {isLive
          ? 'It is not part of the saved version yet.'
          : 'Before your first change it becomes a revision, which can be restored.'}
      </p>
    </section>
  );
}

/** Milliseconds between two requests for what has become of an autosave that is shown. */
const INTERVAL_MS = 8_000;

interface OtherAutosaveProps extends AutosaveNoticeProps {
  readonly state: AutosaveState;
  readonly autosave: StoredAutosave;
}

function OtherAutosave({ session, state, autosave }: OtherAutosaveProps) {
  const [isConfirming, setConfirming] = useState(false);
  /** The version that is deleted unless the user undoes it. */
  const [discarded, setDiscarded] = useState<number | null>(null);
  useCurrentState(session);
  const isOlder = autosave.based_on < (session.queue.base()?.revision ?? 0);
  const writer = writerOf(autosave);
  const { mutate, isPending } = useMutation({
    mutationFn: session.discardAutosave,
    onError: toastDiscardFailure,
    onSettled() {
      setConfirming(false);
      setDiscarded(null);
    },
  });
  const discard = () => {
    if (writer === null) return mutate();
    setConfirming(false);
    setDiscarded(state.version);
    toastSuccess(`Changes of ${writer} discarded`, undefined, {
      label: 'Undo',
      onClick: () => setDiscarded(null),
      onExpire() {
        // Newer text was not seen.
        if (session.serverAutosave.other.get()?.version === state.version) mutate();
      },
    });
  };
  // This browser has newer text of the same editor, which `RecoveredDraftNotice` shows.
  if (discarded === state.version || session.autosaveStorage.findOwn(autosave.editor_id) !== null)
    return null;
  return (
    <>
      <UnsavedChangesNotice
        session={session}
        found={draftFromArticle(autosave)}
        action="Load into the editor"
        onAction={session.loadOther}
        onDiscard={() => setConfirming(true)}
      >
        <strong>
          {writer ?? 'Another window of yours'} has unsaved changes to this article, from{' '}
          {shortDateTime(autosave.saved_at)}.
        </strong>{' '}
        {isOlder && 'The article was saved since. '}
        Your own changes are stored in this browser only, until these are loaded, saved or discarded.
      </UnsavedChangesNotice>
      <DiscardChangesDialog
        isOpen={isConfirming}
        isBusy={isPending}
        writer={writer}
        onCancel={() => setConfirming(false)}
        onConfirm={discard}
      />
    </>
  );
}

/** The other editor saves, continues or discards its text while the notice is shown. */
function useCurrentState({ queue, serverAutosave }: EditorSession): void {
  const id = queue.base()?.id ?? '';
  useQuery({
    queryKey: ['autosave', id],
    queryFn: async ({ signal }) => {
      const state = await autosaveApi.get(id, signal);
      serverAutosave.updateOther(state);
      return state.version;
    },
    refetchInterval: INTERVAL_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

const toastDiscardFailure = (error: Error) => toastFailure('Failed to discard the changes', error.message);
