import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Stands under the title. */
  readonly description?: ReactNode;
  /** `question` unless said otherwise: 30 rem; `wide` has 44. */
  readonly width?: 'question' | 'wide';
  /** Whether something was typed that closing loses. A press outside does not close it then. */
  readonly hasInput?: boolean;
  /** Stays below what scrolls. */
  readonly foot?: ReactNode;
  /** Gets the focus when the dialog opens; the first that can have it, unless said otherwise. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus when the dialog closes; what had it before, unless said otherwise. */
  readonly finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  readonly children: ReactNode;
}

/**
 * A dialog of at most 80 % of the viewport that scrolls inside. Holds the focus, closes with Escape, with a press
 * outside of it and with its button.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  width,
  hasInput = false,
  foot,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  return (
    <Primitive.Root
      open={isOpen}
      onOpenChange={(open, { event, reason, cancel }) => {
        // A toast lies over the dialog; dismissing it is not a press outside.
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
          <header className="dialog-head">
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
          {foot !== undefined && <footer className="dialog-foot">{foot}</footer>}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
