import { type FormEvent, useId, useRef } from 'react';
import { Dialog, type DialogProps } from './dialog.tsx';
import { ReadOnlyFormContext } from './read-only-form.ts';
import { useFormError } from './use-form-error.ts';

export interface FormDialogProps extends Omit<DialogProps, 'footer' | 'width' | 'initialFocus'> {
  readonly action: string;
  /** Text of the button while the form is being sent. */
  readonly busyAction: string;
  /** Whether it cannot be sent yet. */
  readonly isIncomplete?: boolean;
  readonly request: { readonly isPending: boolean; readonly error: unknown; readonly mutate: () => void };
}

/**
 * A dialog with a form, whose button is below the scrolling fields. The server validates it; after a rejection, the first
 * invalid field gets the focus. During the request the fields are read-only: a success closes the dialog, and what was
 * entered later would be lost.
 */
export function FormDialog({
  action,
  busyAction,
  isIncomplete = false,
  request,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  const element = useRef<HTMLFormElement>(null);
  useFormError(element, request.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!request.isPending) request.mutate();
  }

  return (
    <Dialog
      {...dialog}
      footer={
        <button type="submit" form={form} className="button" disabled={request.isPending || isIncomplete}>
          {request.isPending ? busyAction : action}
        </button>
      }
    >
      <form ref={element} id={form} className="dialog-form" onSubmit={submit} noValidate>
        <ReadOnlyFormContext value={request.isPending}>{children}</ReadOnlyFormContext>
      </form>
    </Dialog>
  );
}
