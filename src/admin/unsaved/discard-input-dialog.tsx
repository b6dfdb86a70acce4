import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DISCARD_INPUT, type LossQuestion } from './unstored-input.ts';

interface DiscardInputDialogProps {
  readonly isOpen: boolean;
  /** Default: about what was entered. */
  readonly question?: LossQuestion;
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Asks before a form is left whose input is not stored in the browser. */
export function DiscardInputDialog({
  isOpen,
  question = DISCARD_INPUT,
  onDiscard,
  onKeep,
}: DiscardInputDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      {...question}
      busyAction={question.action}
      isBusy={false}
      isDangerous
      onConfirm={onDiscard}
      onCancel={onKeep}
    />
  );
}
