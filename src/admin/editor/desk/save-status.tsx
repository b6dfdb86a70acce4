import { CircleAlert, CloudOff } from 'lucide-react';
import { isUnsaved } from '../draft/draft-store.ts';
import { TROUBLE_TEXT } from '../../unsaved/form-draft-notice.tsx';
import { useStore } from '../store.ts';
import type { Desk } from './desk.ts';

/** Where the words are: with the server, on the way, or in this browser only. Read out as it changes. */
export function SaveStatus({ desk }: { readonly desk: Desk }) {
  const state = useStore(desk.queue.store);
  const unsaved = isUnsaved(useStore(desk.draft));
  const trouble = useStore(desk.keeper.trouble);
  return (
    <div className="save-status">
      <div role="status">
        {state.kind === 'saving' && <p>Saving…</p>}
        {state.kind === 'idle' && unsaved && trouble === null && <p>Not saved yet · kept in this browser</p>}
        {state.kind === 'idle' && !unsaved && desk.queue.base() !== null && <p>Saved</p>}
        {state.kind === 'waiting' && (
          <p className="save-trouble">
            <CloudOff size={16} aria-hidden="true" />
            Not saved. {state.message} Trying again…
          </p>
        )}
        {state.kind === 'failed' && (
          <p className="save-trouble">
            <CircleAlert size={16} aria-hidden="true" />
            Not saved. {state.message}
          </p>
        )}
        {unsaved && trouble !== null && <p className="save-trouble">{TROUBLE_TEXT[trouble]}</p>}
      </div>
      {state.kind === 'waiting' && (
        <div className="flex gap-2">
          <button type="button" className="button button-quiet button-small" onClick={desk.queue.wake}>
            Try now
          </button>
          <button type="button" className="button button-plain button-small" onClick={desk.queue.stop}>
            Stop trying
          </button>
        </div>
      )}
    </div>
  );
}
