import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import type { LossQuestion } from './loss-question.ts';

interface LossDialogProps {
  readonly isOpen: boolean;
  readonly question: LossQuestion;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks for confirmation before something is lost because the user leaves it. */
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
