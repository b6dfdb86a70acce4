import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import type { DialogControl } from './dialog-control.ts';

export interface ConfirmDialogProps extends Omit<DialogControl, 'onClose'> {
  readonly title: string;
  /** The effect of the action and whether it can be undone. */
  readonly text: string;
  /** A second paragraph. */
  readonly note?: string | undefined;
  /** The name of the affected item. */
  readonly subject?: string;
  /** The label of the confirm button: a verb; by default the title. */
  readonly action?: string;
  /** The label of the confirm button while the action runs. */
  readonly busyAction: string;
  /** The label of the cancel button; by default Cancel. */
  readonly cancelLabel?: string;
  readonly isBusy: boolean;
  /** Whether the action needs a choice that is missing. */
  readonly isIncomplete?: boolean;
  /** Whether the action destroys data. */
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Fields for choices of the action. */
  readonly children?: ReactNode;
}

/** Asks for confirmation of an action. The focus is on the cancel button, and Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    text,
    note,
    subject,
    action = title,
    busyAction,
    cancelLabel = 'Cancel',
    isBusy,
    isIncomplete = false,
    isDangerous,
    onConfirm,
    onCancel,
    finalFocus,
    children,
  } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && !isBusy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" forceRender />
        <AlertDialog.Popup
          className="dialog dialog-confirm"
          initialFocus={cancel}
          {...(finalFocus === undefined ? {} : { finalFocus })}
        >
          <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
          {subject !== undefined && (
            <p className="dialog-subject" dir="auto">
              {subject}
            </p>
          )}
          <AlertDialog.Description>
            {text}
            {note !== undefined && <span className="dialog-note">{note}</span>}
          </AlertDialog.Description>
          {children}
          <div className="dialog-buttons">
            <button
              ref={cancel}
              type="button"
              className="button button-secondary"
              disabled={isBusy}
              onClick={onCancel}
            >
              {cancelLabel}
            </button>
            <button
              type="button"
              className={isDangerous === true ? 'button button-danger' : 'button'}
              disabled={isBusy || isIncomplete}
              onClick={onConfirm}
            >
              {isBusy ? busyAction : action}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
