import { type FormEvent, useRef, useState } from 'react';
import { toast } from '#islands/toast.ts';
import { isEmailAddress } from '#platform/mail/email-address.ts';
import { EmailField } from '../components/email-field.tsx';
import {
  addressErrorOf,
  addressProblemOf,
  type EmailFormProblem,
  INVALID_EMAIL,
} from '../components/form-messages.ts';
import { HONEYPOT, Honeypot } from '../components/honeypot.tsx';
import {
  CHECK_INBOX,
  NO_MAIL_SERVER,
  STORED_TOAST,
  SUBSCRIBE_ERRORS,
  SUBSCRIBED_TOAST,
} from './subscribe-messages.ts';

export interface SubscribeFormProps {
  /** The sentence that readers agree to by submitting the form. */
  readonly consent: string;
  /** Below the button; empty for none. */
  readonly note: string;
  /** The submitted address of a refused request. */
  readonly email?: string;
  readonly problem?: EmailFormProblem;
  /** The site has no mail server. */
  readonly isWithoutMail?: true;
}

/** Milliseconds to wait for the response. */
const REQUEST_TIMEOUT_MS = 15_000;

/** Works as a plain form. Once hydrated, it submits without leaving the page and shows the result in a toast. */
export function SubscribeForm({ consent, note, email, problem, isWithoutMail }: SubscribeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState(problem);
  const [isSending, setSending] = useState(false);
  const [isSubscribed, setSubscribed] = useState(false);
  const addressError = addressErrorOf(error);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const { currentTarget } = event;
    const field = currentTarget.elements.namedItem('email');
    if (!(field instanceof HTMLInputElement)) return;
    setSending(true);
    setSubscribed(false);
    const result = isEmailAddress(field.value) ? await send(new FormData(currentTarget)) : 'invalid';
    setSending(false);
    setError(result);
    setSubscribed(result === undefined);
    if (result === undefined) {
      // reset() clears the user-interacted state, so that the empty field does not match :user-invalid. It restores the
      // rendered value, which is cleared afterwards.
      form.current?.reset();
      field.value = '';
      toast({ ...(isWithoutMail ? STORED_TOAST : SUBSCRIBED_TOAST), kind: 'success' });
    } else if (addressErrorOf(result) !== undefined) {
      field.focus();
    }
  }

  return (
    <form
      ref={form}
      className="mt-6 grid gap-4"
      method="post"
      action="/newsletter"
      aria-busy={isSending || undefined}
      // The form and the server show their own error, also before the script has loaded.
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <EmailField
        error={addressError ?? INVALID_EMAIL}
        isInvalid={addressError !== undefined}
        {...(email === undefined ? {} : { value: email })}
      />
      <Honeypot />
      {(error === 'too_many' || error === 'unavailable') && (
        <p className="form-alert" role="alert">
          {SUBSCRIBE_ERRORS[error]}
        </p>
      )}
      <button type="submit" className="button">
        {isSending ? 'Subscribing...' : 'Subscribe'}
      </button>
      {isSubscribed && (
        <p className="text-sm" role="status">
          {isWithoutMail ? NO_MAIL_SERVER : CHECK_INBOX}
        </p>
      )}
      {note !== '' && <p className="text-sm text-muted">{note}</p>}
      <p className="text-xs text-muted">{consent}</p>
    </form>
  );
}

interface RefusedJson {
  readonly fields?: Readonly<Record<string, string>>;
}

/** Returns the reason of a failure, or undefined when the address was accepted. */
async function send(entered: FormData): Promise<SubscribeFormProps['problem']> {
  const body = JSON.stringify({ email: entered.get('email'), [HONEYPOT]: entered.get(HONEYPOT) });
  try {
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch('/api/newsletter', { method: 'POST', headers, body, signal });
    if (response.ok) return undefined;
    if (response.status === 422) return addressProblemOf(((await response.json()) as RefusedJson).fields);
    return response.status === 429 ? 'too_many' : 'unavailable';
  } catch {
    return 'unavailable';
  }
}
