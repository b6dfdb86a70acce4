import { CircleAlert, CloudOff } from 'lucide-react';
import { useState } from 'react';
import { shortTime } from '../../components/dates.ts';
import { isOnServer, isUnsaved } from '../draft/draft-store.ts';
import { STORAGE_ERROR_MESSAGES } from '../../unsaved/form-draft-notice.tsx';
import { useStore } from '../store.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { LoadedText } from '../server-autosave/choose-draft.ts';
import type { ServerAutosaveStatus } from '../server-autosave/server-autosave.ts';

/** Save state of the draft: saved, autosaved on the server, being saved, or only in this browser. */
export function SaveStatus({ session }: { readonly session: EditorSession }) {
  const state = useStore(session.queue.store);
  const draft = useStore(session.draft);
  const unsaved = isUnsaved(draft);
  const autosave = useStore(session.serverAutosave.status);
  const loaded = useStore(session.loaded);
  const storageError = useStore(session.autosave.storageError);
  const isIdle = state.kind === 'idle';
  return (
    <div className="fact-line save-status">
      {isIdle && unsaved && storageError === null && (
        <p>{isOnServer(draft) ? autosavedText(autosave, loaded) : UNSENT_TEXTS[autosave.kind](autosave)}</p>
      )}
      <Announcement status={autosave} isUnsaved={isIdle && unsaved} />
      <div role="status">
        {state.kind === 'saving' && <p>Saving…</p>}
        {isIdle && !unsaved && session.queue.base() !== null && <p>Saved</p>}
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

const NOT_SENT_YET = 'Not saved yet · stored in this browser';

/** What is shown while the server lacks the draft. */
const UNSENT_TEXTS: Readonly<Record<ServerAutosaveStatus['kind'], (status: ServerAutosaveStatus) => string>> =
  {
    idle: () => NOT_SENT_YET,
    saved: () => NOT_SENT_YET,
    saving: () => 'Saving automatically…',
    waiting: (status) => `Stored in this browser only. ${messageOf(status)} Retrying…`,
    rejected: (status) => `Stored in this browser only. ${messageOf(status)}`,
    blocked: () => 'Stored in this browser only, because there are other unsaved changes to this article.',
  };

const messageOf = (status: ServerAutosaveStatus) => ('message' in status ? status.message : '');

function autosavedText(status: ServerAutosaveStatus, loaded: LoadedText | null): string {
  const at = status.kind === 'saved' ? status.at : (loaded?.storedAt ?? null);
  return at === null ? 'Saved automatically' : `Saved automatically at ${shortTime(new Date(at))}`;
}

/** What screen readers announce, once for each change: that autosaving works, or why it does not. */
const ANNOUNCEMENTS: Readonly<Record<ServerAutosaveStatus['kind'], string | null>> = {
  idle: null,
  saving: null,
  saved: 'Your changes are saved automatically.',
  waiting: 'Your changes cannot be saved automatically at the moment. They are stored in this browser.',
  rejected: 'Your changes were not saved automatically. They are stored in this browser.',
  blocked: 'Your changes were not saved automatically. They are stored in this browser.',
};

interface AnnouncementProps {
  readonly status: ServerAutosaveStatus;
  readonly isUnsaved: boolean;
}

/** The text stays the same while one autosave follows another, so they are not announced. */
function Announcement({ status, isUnsaved: isShown }: AnnouncementProps) {
  const [text, setText] = useState('');
  const next = ANNOUNCEMENTS[status.kind];
  // While an autosave is sent, the text of the last one stays.
  const wanted = isShown ? (next ?? text) : '';
  if (wanted !== text) setText(wanted);
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  );
}
