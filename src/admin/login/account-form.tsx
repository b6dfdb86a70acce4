import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { usePageTitle } from '../components/page-title.ts';
import { toastFailure } from '../components/toast.tsx';
import { useFailureToastEnd } from '../components/use-form-error.ts';
import { type FormError, formErrorFrom } from './form-error.ts';

interface AccountFormProps {
  readonly title: string;
  /** A note above the fields, for example why the form is shown. */
  readonly note?: ReactNode;
  readonly action: string;
  readonly busyAction: string;
  /** Validates the input before the request. */
  readonly validate: () => FormError | null;
  readonly send: () => Promise<void>;
  /** Another way to do the same. */
  readonly alternative?: ReactNode;
  /** Links to the other forms. */
  readonly links: ReactNode;
  readonly children: (fieldErrors: FormError['fieldErrors']) => ReactNode;
}

/** A form of the login page. Validates, sends one request at a time, and shows errors beside the fields and as a toast. */
export function AccountForm(props: AccountFormProps) {
  const { title, note, action, busyAction, validate, send, alternative, links, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<FormError | null>(null);
  const sending = useMutation({ mutationFn: send, onError: (cause) => showError(formErrorFrom(cause)) });
  usePageTitle(title);
  useFailureToastEnd(error);

  function showError(next: FormError): void {
    setError(next);
    toastFailure(next.message);
    const [firstInvalid] = Object.keys(next.fieldErrors);
    const field = firstInvalid === undefined ? null : form.current?.elements.namedItem(firstInvalid);
    if (field instanceof HTMLElement) field.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (sending.isPending) return;
    const next = validate();
    setError(next);
    if (next === null) sending.mutate();
    else showError(next);
  }

  return (
    <form ref={form} className="account-form" noValidate onSubmit={submit}>
      <h1>{title}</h1>
      {note !== undefined && <p className="account-form-note">{note}</p>}
      {children(error?.fieldErrors ?? {})}
      {/* Field errors are shown beside the fields. */}
      {error !== null && Object.keys(error.fieldErrors).length === 0 && (
        <p className="account-form-error">{error.message}</p>
      )}
      <button type="submit" className="button" disabled={sending.isPending}>
        {sending.isPending ? busyAction : action}
      </button>
      {alternative}
      <p className="account-form-links">{links}</p>
    </form>
  );
}
