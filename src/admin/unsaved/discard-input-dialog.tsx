import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { UNSAVED_TEXT } from './unstored-input.ts';

interface DiscardInputDialogProps {
  readonly isOpen: boolean;
  /** What is lost. Default: what was entered. */
  readonly text?: string;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Asks before a form is left whose input is not stored in the browser. */
export function DiscardInputDialog({
  isOpen,
  text = UNSAVED_TEXT,
  onDiscard,
  onKeep,
}: DiscardInputDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard changes"
      text={text}
      action="Discard"
      busyAction="Discarding..."
      cancelLabel="Keep editing"
      isBusy={false}
      isDangerous
      onConfirm={onDiscard}
      onCancel={onKeep}
    />
  );
}
