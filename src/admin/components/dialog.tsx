import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { LossDialog } from '../unsaved/loss-dialog.tsx';
import { DISCARD_INPUT, type LossQuestion, useLossQuestion } from '../unsaved/loss-question.ts';
import type { DialogControl } from './dialog-control.ts';
import { DialogInputContext } from './dialog-input.ts';

export interface DialogProps extends DialogControl {
  readonly title: string;
  /** The text below the title. */
  readonly description?: ReactNode;
  /** `normal` (30 rem, the default) or `wide` (44 rem). */
  readonly width?: 'normal' | 'wide';
  /** Whether closing would lose input. A form in the dialog can report it instead (`useDialogInput`). */
  readonly hasInput?: boolean;
  /** What is asked then. Default: about what was entered. */
  readonly question?: LossQuestion;
  /** Whether a click outside closes the dialog; by default true. */
  readonly closesOnClickOutside?: boolean;
  /** The footer below the scrolling content. */
  readonly footer?: ReactNode;
  /** Gets the focus when the dialog opens; by default the first field of its form, or the first focusable element. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

const FIRST_FIELD = 'form :is(input, select, textarea):not(:disabled)';

/**
 * A modal dialog of at most 80 % of the viewport height, with scrolling content. Traps the focus. Closes with Escape, a
 * click outside, or its close button; with input, asks for confirmation first.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  width,
  hasInput = false,
  question = DISCARD_INPUT,
  closesOnClickOutside = true,
  footer,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const [reported, setReported] = useState(0);
  const report = useCallback((change: number) => setReported((count) => count + change), []);
  // Its content is mounted until the dialog has closed visibly: opened again before, it would have the discarded input.
  const [openings, setOpenings] = useState({ isOpen, count: 0 });
  if (openings.isOpen !== isOpen) setOpenings({ isOpen, count: openings.count + (isOpen ? 1 : 0) });
  const losesInput = isOpen && (hasInput || reported > 0);
  useLossQuestion(losesInput, { place: 'dialog', question });
  const [isAsking, setAsking] = useState(false);
  if (isAsking && !losesInput) setAsking(false);
  return (
    <Primitive.Root
      open={isOpen}
      onOpenChange={(open, { event, reason, cancel }) => {
        // Toasts and questions of the page appear above the dialog. A click or a key there does not close the dialog.
        const isAbove =
          event.target instanceof Element &&
          event.target.closest('.toasts, [role="alertdialog"][data-open]') !== null;
        if (isAbove || (!closesOnClickOutside && reason === 'outside-press')) cancel();
        else if (losesInput) {
          cancel();
          setAsking(true);
        } else if (!open) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Backdrop className="dialog-backdrop" />
        <Primitive.Popup
          className={width === 'wide' ? 'dialog dialog-wide' : 'dialog'}
          // A keyboard on the screen would cover the dialog.
          initialFocus={
            initialFocus ??
            ((type) => type === 'touch' || (body.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? true))
          }
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
          <div ref={body} className="dialog-body">
            <DialogInputContext key={openings.count} value={report}>
              {children}
            </DialogInputContext>
          </div>
          {footer !== undefined && <footer className="dialog-footer">{footer}</footer>}
          <LossDialog
            isOpen={isAsking}
            question={question}
            onLeave={onClose}
            onStay={() => setAsking(false)}
          />
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
