import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import type { LossQuestion } from './loss-question.ts';

interface LossDialogProps {
  readonly isOpen: boolean;
  readonly question: LossQuestion;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before something is left that would be lost. */
export function LossDialog({ isOpen, question, onLeave, onStay }: LossDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      {...question}
      busyAction={question.action}
      isBusy={false}
      isDangerous
      onConfirm={onLeave}
      onCancel={onStay}
    />
  );
}
