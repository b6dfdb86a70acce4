import { type FormEvent, useRef, useState } from 'react';
import { toast } from '#islands/toast.ts';
import { Field } from '#ui/field.tsx';
import { INVALID_EMAIL } from '../parts/form-texts.ts';
import { HONEYPOT, Honeypot } from '../parts/honeypot.tsx';
import { CHECK_INBOX, NOT_SENT, SUBSCRIBED } from './subscribe-texts.ts';

export interface SubscribeFormProps {
  /** The sentence that whoever sends the form agrees to. */
  readonly consent: string;
  /** What was entered before, when it could not be taken. */
  readonly email?: string;
  readonly problem?: 'invalid' | 'too_many' | 'unavailable';
}

/** Milliseconds after which the server counts as gone. */
const PATIENCE = 15_000;

/** Works as a plain form; awake, it sends without leaving the page and says what happened in a toast. */
export function SubscribeForm({ consent, email, problem }: SubscribeFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState(problem);
  const [isSending, setSending] = useState(false);
  const [isSubscribed, setSubscribed] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setSubscribed(false);
    const field = form.current?.elements.namedItem('email');
    const result = await send(new FormData(event.currentTarget));
    setSending(false);
    setShown(result);
    setSubscribed(result === undefined);
    if (!(field instanceof HTMLInputElement)) return;
    if (result === undefined) {
      // Forgets that the field was used, or an empty one would count as a mistake; then what it was drawn with.
      form.current?.reset();
      field.value = '';
      toast({ ...SUBSCRIBED, kind: 'success' });
    } else if (result === 'invalid') {
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
      onSubmit={(event) => void submit(event)}
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder="you@example.com"
        maxLength={254}
        error={INVALID_EMAIL}
        isInvalid={shown === 'invalid'}
        {...(email === undefined ? {} : { value: email })}
      />
      <Honeypot />
      {shown !== undefined && shown !== 'invalid' && (
        <p className="form-problem" role="alert">
          {NOT_SENT[shown]}
        </p>
      )}
      <button type="submit" className="button">
        {isSending ? 'Subscribing...' : 'Subscribe'}
      </button>
      {isSubscribed && (
        <p className="text-sm" role="status">
          {CHECK_INBOX}
        </p>
      )}
      <p className="text-sm text-muted">Free • Weekly • Unsubscribe anytime</p>
      <p className="text-xs text-muted">{consent}</p>
    </form>
  );
}

/** What went wrong, or undefined when the address was taken. */
async function send(entered: FormData): Promise<SubscribeFormProps['problem']> {
  const body = JSON.stringify({ email: entered.get('email'), [HONEYPOT]: entered.get(HONEYPOT) });
  try {
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch('/api/newsletter', { method: 'POST', headers, body, signal });
    if (response.ok) return undefined;
    if (response.status === 422) return 'invalid';
    return response.status === 429 ? 'too_many' : 'unavailable';
  } catch {
    return 'unavailable';
  }
}
