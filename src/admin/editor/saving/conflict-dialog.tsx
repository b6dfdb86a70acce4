import { useMemo } from 'react';
import { isPublic } from '#domain/articles/article-state.ts';
import { Dialog } from '../../components/dialog.tsx';
import { shortDateTime } from '../../components/dates.ts';
import { Spinner } from '../../components/spinner.tsx';
import { isEquivalentDraft } from '../draft/compare-drafts.ts';
import { type Draft, draftFromArticle, inputFromDraft } from '../draft/draft.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { SaveState } from '../editor-session/save-queue.ts';
import { ConflictChoice } from '../merge/conflict-choice.tsx';
import { useMerge } from '../merge/use-merge.ts';
import { Comparison } from '../revisions/comparison.tsx';
import { useStore } from '../store.ts';

/**
 * Shown when another user has saved in the meantime: merges both versions by block, or lets the user choose one. What is not taken
 * stays, theirs as a revision and the own one in the browser.
 */
export function ConflictDialog({ session }: { readonly session: EditorSession }) {
  const state = useStore(session.queue.store);
  if (state.kind !== 'conflict') return null;
  return <SaveConflict session={session} state={state} />;
}

interface SaveConflictProps {
  readonly session: EditorSession;
  readonly state: Extract<SaveState, { kind: 'conflict' }>;
}

function SaveConflict({ session, state: { job, serverVersion } }: SaveConflictProps) {
  const theirs = useMemo(() => draftFromArticle(serverVersion), [serverVersion]);
  const editorName = serverVersion.updated_by_name ?? 'Someone';
  const base = session.queue.base() ?? serverVersion;
  // Not that of the save: the user may have written more until the server answered.
  const { draft: mine } = useStore(session.draft);
  const merge = useMerge(base, mine, theirs);
  const { merged } = merge;
  /** Whether the own version has everything that they have changed. */
  const isMineComplete = merged !== null && isEquivalentDraft(merged, mine);
  const save = (draft: Draft) => {
    session.queue.rebase({ id: serverVersion.id, revision: serverVersion.revision });
    if (draft !== mine) session.draft.dispatch({ type: 'replaced', draft });
    session.queue.submit({ ...job, draft, input: inputFromDraft(draft, job.input.is_draft) });
  };
  const takesOffline = isPublic(serverVersion.state) && job.input.is_draft && job.isForLater !== true;
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
          <button
            type="button"
            className={isMineComplete ? 'button' : 'button button-secondary'}
            onClick={() => save(mine)}
          >
            Keep mine
          </button>
          {!isMineComplete && (
            <button
              type="button"
              className="button"
              disabled={merged === null}
              onClick={() => merged !== null && save(merged)}
            >
              Save both
            </button>
          )}
        </div>
      }
    >
      <div className="grid gap-4">
        {takesOffline && (
          <p>
            <strong>Saving a draft takes the article offline.</strong>
          </p>
        )}
        {merge.isLoading ? (
          <Spinner label="Comparing both versions..." />
        ) : (
          !isMineComplete && <p>{mergeText(merge.conflicts.length, editorName)}</p>
        )}
        {merge.conflicts.map((conflict, index) => (
          <ConflictChoice
            // The conflicts never change order.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            conflict={conflict}
            editorName={editorName}
            value={merge.choices[index] ?? null}
            onChoose={(choice) => merge.choose(index, choice)}
          />
        ))}
        <p>
          Keep mine saves your version as the newest revision; theirs stays in the revision history. Use
          theirs stores your version in this browser, so that you can restore it.
        </p>
        <p className="comparison-legend">
          From theirs to yours: <del>only in theirs</del> <ins>only in yours</ins>
        </p>
        <Comparison before={theirs} after={mine} label="From their version to yours" />
      </div>
    </Dialog>
  );
}

function mergeText(conflicts: number, editorName: string): string {
  if (conflicts === 0)
    return `You and ${editorName} changed different passages. Save both saves one version with all changes.`;
  const passages = conflicts === 1 ? 'one passage or field' : `${conflicts} passages or fields`;
  return `You and ${editorName} both changed ${passages}. Choose what is taken; Save both then saves one version with all other changes.`;
}
