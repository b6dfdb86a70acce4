import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type RefObject, useRef } from 'react';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly text: string;
  /** The name of what it happens to. */
  readonly subject?: string;
  /** The verb on the button that does it. */
  readonly action: string;
  /** The same while it is being done. */
  readonly busyAction: string;
  readonly isBusy: boolean;
  /** Whether something is lost by it. */
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Gets the focus when the dialog closes; what had it before, unless said otherwise. */
  readonly finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
}

/** Asks before something that cannot be taken back. Cancel has the focus; Escape means Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    text,
    subject,
    action,
    busyAction,
    isBusy,
    isDangerous,
    onConfirm,
    onCancel,
    finalFocus,
  } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && !isBusy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" forceRender />
        <AlertDialog.Popup
          className="dialog dialog-question"
          initialFocus={cancel}
          {...(finalFocus === undefined ? {} : { finalFocus })}
        >
          <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
          {subject !== undefined && <p className="dialog-subject">{subject}</p>}
          <AlertDialog.Description>{text}</AlertDialog.Description>
          <div className="dialog-answers">
            <button
              ref={cancel}
              type="button"
              className="button button-quiet"
              disabled={isBusy}
              onClick={onCancel}
            >
              Cancel
            </button>
            <button
              type="button"
              className={isDangerous === true ? 'button button-danger' : 'button'}
              disabled={isBusy}
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
