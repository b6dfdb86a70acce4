import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { fieldErrorsOf } from '../api/api-error.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { useFormError } from '../components/use-form-error.ts';
import { formErrorFrom } from '../login/form-error.ts';
import { useLossQuestion } from '../unsaved/loss-question.ts';

interface OwnAccountFormProps {
  readonly action: string;
  readonly busyAction: string;
  /**
   * Whether leaving the page would lose input; by default false. Passwords and the codes beside them are the exception:
   * browsers fill them in without being asked.
   */
  readonly hasInput?: boolean;
  /** Whether the form can be sent. Default: `hasInput`. */
  readonly isReady?: boolean;
  /** Sends the request, and resolves to the message of its success. */
  readonly send: () => Promise<string>;
  /** Shows a button that closes the form. */
  readonly onCancel?: (() => void) | undefined;
  /** The fields, before the buttons. */
  readonly children: (fieldErrors: Readonly<Record<string, string>>) => ReactNode;
}

/**
 * A form of the own account. Its input is not stored in the browser, because most of it are passwords; leaving the page
 * with it needs a confirmation.
 */
export function OwnAccountForm(props: OwnAccountFormProps) {
  const { action, busyAction, hasInput = false, isReady = hasInput, send, onCancel, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (message) => toastSuccess(message),
    onError: (error) => toastFailure(formErrorFrom(error).message),
  });
  useLossQuestion(hasInput);
  useFormError(form, sending.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!sending.isPending) sending.mutate();
  }

  return (
    <form ref={form} className="own-account-form" onSubmit={submit} noValidate>
      {children(fieldErrorsOf(sending.error))}
      {onCancel !== undefined && (
        <button type="button" className="link justify-self-start" onClick={onCancel}>
          Cancel
        </button>
      )}
      <button type="submit" className="button justify-self-start" disabled={sending.isPending || !isReady}>
        {sending.isPending ? busyAction : action}
      </button>
    </form>
  );
}
