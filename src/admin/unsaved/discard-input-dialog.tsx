import { ConfirmDialog } from '../components/confirm-dialog.tsx';

interface DiscardInputDialogProps {
  readonly isOpen: boolean;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Asks before a form is left whose input is not stored in the browser. */
export function DiscardInputDialog({ isOpen, onDiscard, onKeep }: DiscardInputDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard changes"
      text={DISCARD_INPUT_TEXT}
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

export const DISCARD_INPUT_TEXT = 'What you have entered is not saved. This action cannot be undone.';
