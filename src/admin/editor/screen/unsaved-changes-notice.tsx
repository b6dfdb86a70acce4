import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { Draft } from '../draft/draft.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { Comparison } from '../revisions/comparison.tsx';
import { useStore } from '../store.ts';

interface UnsavedChangesNoticeProps {
  readonly session: EditorSession;
  /** The text that the editor does not contain. */
  readonly found: Draft;
  readonly action: string;
  readonly onAction: () => void;
  readonly onDiscard: () => void;
  /** What was found. */
  readonly children: ReactNode;
}

/** Offers unsaved text that the editor does not contain, with a comparison. */
export function UnsavedChangesNotice({
  session,
  found,
  action,
  onAction,
  onDiscard,
  children,
}: UnsavedChangesNoticeProps) {
  const { draft } = useStore(session.draft);
  return (
    <section className="editor-notice" aria-label="Unsaved changes">
      <p>{children}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button button-small" onClick={onAction}>
          {action}
        </button>
        <button type="button" className="button button-secondary button-small" onClick={onDiscard}>
          Discard
        </button>
      </div>
      <details className="unsaved-changes">
        <summary className="summary-link">Show changes</summary>
        <Comparison before={draft} after={found} label="Unsaved changes compared with the current text" />
      </details>
    </section>
  );
}

interface DiscardChangesDialogProps {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  /** Another person who wrote the text; null for the user. */
  readonly writer?: string | null;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks before unsaved text is deleted. */
export function DiscardChangesDialog({ writer = null, ...props }: DiscardChangesDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title={writer === null ? 'Discard changes' : `Discard the changes of ${writer}`}
      text={
        writer === null
          ? 'These unsaved changes will be deleted. This action cannot be undone.'
          : `${writer} wrote this and has not saved it. It will be deleted, also for ${writer}. You can undo this for a few seconds.`
      }
      action="Discard"
      busyAction="Discarding..."
      isDangerous
    />
  );
}
