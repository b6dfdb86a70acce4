import { type FormEvent, useId } from 'react';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Omit<DialogProps, 'footer' | 'width' | 'initialFocus'> {
  readonly action: string;
  /** Text of the button while the form is being sent. */
  readonly busyAction: string;
  readonly request: { readonly isPending: boolean; readonly mutate: () => void };
}

/** A dialog with a form, whose button is below the scrolling fields. */
export function FormDialog({ action, busyAction, request, children, ...dialog }: FormDialogProps) {
  const form = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!request.isPending) request.mutate();
  }

  return (
    <Dialog
      {...dialog}
      footer={
        <button type="submit" form={form} className="button" disabled={request.isPending}>
          {request.isPending ? busyAction : action}
        </button>
      }
    >
      <form id={form} className="dialog-form" onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}
