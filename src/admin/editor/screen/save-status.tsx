import { CircleAlert, CloudOff } from 'lucide-react';
import { isUnsaved } from '../draft/draft-store.ts';
import { STORAGE_ERROR_MESSAGES } from '../../unsaved/form-draft-notice.tsx';
import { useStore } from '../store.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';

/** Save state of the draft: saved on the server, being saved, or only in this browser. Announced by screen readers. */
export function SaveStatus({ session }: { readonly session: EditorSession }) {
  const state = useStore(session.queue.store);
  const unsaved = isUnsaved(useStore(session.draft));
  const storageError = useStore(session.autosave.storageError);
  return (
    <div className="save-status">
      <div role="status">
        {state.kind === 'saving' && <p>Saving…</p>}
        {state.kind === 'idle' && unsaved && storageError === null && (
          <p>Not saved yet · stored in this browser</p>
        )}
        {state.kind === 'idle' && !unsaved && session.queue.base() !== null && <p>Saved</p>}
        {state.kind === 'waiting' && (
          <p className="save-error">
            <CloudOff size={16} aria-hidden="true" />
            Not saved. {state.message} Retrying…
          </p>
        )}
        {state.kind === 'failed' && (
          <p className="save-error">
            <CircleAlert size={16} aria-hidden="true" />
            Not saved. {state.message}
          </p>
        )}
        {unsaved && storageError !== null && (
          <p className="save-error">{STORAGE_ERROR_MESSAGES[storageError]}</p>
        )}
      </div>
      {state.kind === 'waiting' && (
        <div className="flex gap-2">
          <button
            type="button"
            className="button button-secondary button-small"
            onClick={session.queue.retryNow}
          >
            Retry now
          </button>
          <button type="button" className="button button-plain button-small" onClick={session.queue.cancel}>
            Stop retrying
          </button>
        </div>
      )}
    </div>
  );
}
