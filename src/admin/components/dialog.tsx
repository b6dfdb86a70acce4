import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The text below the title. */
  readonly description?: ReactNode;
  /** `normal` (30 rem, the default) or `wide` (44 rem). */
  readonly width?: 'normal' | 'wide';
  /** Whether closing would lose input. A click outside then does not close the dialog. */
  readonly hasInput?: boolean;
  /** The footer below the scrolling content. */
  readonly footer?: ReactNode;
  /** Gets the focus when the dialog opens; by default the first focusable element. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus when the dialog closes; by default the previously focused element. `false`: the focus is elsewhere already. */
  readonly finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null | false);
  readonly children: ReactNode;
}

/**
 * A modal dialog of at most 80 % of the viewport height, with scrolling content. Traps the focus. Closes with Escape, a
 * click outside, or its close button.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  width,
  hasInput = false,
  footer,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  return (
    <Primitive.Root
      open={isOpen}
      onOpenChange={(open, { event, reason, cancel }) => {
        // Toasts appear above the dialog. A click on one does not close the dialog.
        const isOnToast = event.target instanceof Element && event.target.closest('.toasts') !== null;
        if (isOnToast || (hasInput && reason === 'outside-press')) cancel();
        else if (!open) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Backdrop className="dialog-backdrop" />
        <Primitive.Popup
          className={width === 'wide' ? 'dialog dialog-wide' : 'dialog'}
          {...(initialFocus === undefined ? {} : { initialFocus })}
          {...(finalFocus === undefined ? {} : { finalFocus })}
        >
          <header className="dialog-header">
            <div>
              <Primitive.Title className="dialog-title">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="dialog-description">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close className="icon-button" aria-label="Close">
              <X size={18} aria-hidden="true" />
            </Primitive.Close>
          </header>
          <div className="dialog-body">{children}</div>
          {footer !== undefined && <footer className="dialog-footer">{footer}</footer>}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
