import { Dialog } from '../../components/dialog.tsx';
import { shortDateTime } from '../../components/dates.ts';
import { draftFromArticle } from '../draft/draft.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { Comparison } from '../revisions/comparison.tsx';
import { useStore } from '../store.ts';
import { useMemo } from 'react';
import type { SaveState } from '../editor-session/save-queue.ts';

/** Shown when another user has saved in the meantime: compares both versions and lets the user choose. Both are kept. */
export function ConflictDialog({ session }: { readonly session: EditorSession }) {
  const state = useStore(session.queue.store);
  if (state.kind !== 'conflict') return null;
  return <ConflictChoice session={session} state={state} />;
}

interface ConflictChoiceProps {
  readonly session: EditorSession;
  readonly state: Extract<SaveState, { kind: 'conflict' }>;
}

function ConflictChoice({ session, state: { job, serverVersion } }: ConflictChoiceProps) {
  const theirDraft = useMemo(() => draftFromArticle(serverVersion), [serverVersion]);
  const editorName = serverVersion.updated_by_name ?? 'Someone';
  const keepMine = () => {
    session.queue.rebase({ id: serverVersion.id, revision: serverVersion.revision });
    session.queue.submit(job);
  };
  return (
    <Dialog
      isOpen
      width="wide"
      onClose={session.queue.cancel}
      title="Someone else changed this article"
      description={`${editorName} saved a newer version on ${shortDateTime(serverVersion.updated_at)}, as ${serverVersion.is_draft ? 'a draft' : 'published'}.`}
      footer={
        <div className="dialog-buttons">
          <button type="button" className="button button-secondary" onClick={session.queue.cancel}>
            Keep editing
          </button>
          <button
            type="button"
            className="button button-secondary"
            onClick={() => session.loadServerVersion(serverVersion)}
          >
            Use theirs
          </button>
          <button type="button" className="button" onClick={keepMine}>
            Keep mine
          </button>
        </div>
      }
    >
      <div className="grid gap-4">
        <p>
          Keep mine saves your version as the newest revision; theirs stays in the revision history. Use
          theirs stores your version in this browser, so that you can restore it.
        </p>
        <p className="comparison-legend">
          From theirs to yours: <del>only in theirs</del> <ins>only in yours</ins>
        </p>
        <Comparison before={theirDraft} after={job.draft} label="From their version to yours" />
      </div>
    </Dialog>
  );
}
