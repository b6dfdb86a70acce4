import { type FormEvent, useEffect, useRef, useState } from 'react';
import { COMPLAINTS, type ContactField, type ContactMessage, LONGEST } from '#domain/contact/message.ts';
import { toast } from '#islands/toast.ts';
import { Field } from '#ui/field.tsx';
import { Honeypot } from '../parts/honeypot.tsx';
import { failedToSend, SENT } from './contact-texts.ts';
import { type Complaints, type SendOutcome, sendContact } from './send-contact.ts';

export interface ContactFormProps {
  /** Of the owner: where to write when this fails. */
  readonly email: string;
  /** What was entered before, when it could not be taken, and why. */
  readonly entered?: { readonly values: ContactMessage; readonly complaints: Complaints };
}

/** Works as a plain form; awake, it sends without leaving the page and says in a toast what happened. */
export function ContactForm({ email, entered }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<SendOutcome | null>(null);
  const [isSending, setSending] = useState(false);
  const complaints = outcome === null ? (entered?.complaints ?? {}) : complaintsOf(outcome);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Read before the fields are disabled: disabled ones have no data.
    const message = new FormData(event.currentTarget);
    setSending(true);
    const result = await sendContact(message);
    setSending(false);
    setOutcome(result);
    if (result.state === 'sent') toast({ ...SENT, kind: 'success' });
    if (result.state === 'failed') toast({ ...failedToSend(email), kind: 'error' });
  }

  // After what it changes is on the page: only then are the fields empty by default and able to take the focus again.
  useEffect(() => {
    if (outcome === null) return;
    if (outcome.state === 'sent') form.current?.reset();
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    (wrong ?? button.current)?.focus();
  }, [outcome]);

  const field = (name: ContactField) => ({
    name,
    maxLength: LONGEST[name],
    error: complaints[name] ?? COMPLAINTS[name],
    isInvalid: complaints[name] !== undefined,
    value: (outcome?.state !== 'sent' && entered?.values[name]) || '',
  });

  return (
    <form
      ref={form}
      method="post"
      action="/contact"
      className="mt-6"
      onSubmit={(event) => void submit(event)}
    >
      <fieldset disabled={isSending} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" autoComplete="name" {...field('name')} />
          <Field label="Email" type="email" autoComplete="email" {...field('email')} />
        </div>
        <Field label="Subject" {...field('subject')} />
        <Field label="Message" type="lines" rows={7} {...field('message')} />
        <Honeypot />
        <button ref={button} type="submit" className="button justify-self-start">
          {isSending ? 'Sending...' : 'Send Message'}
        </button>
      </fieldset>
    </form>
  );
}

function complaintsOf(outcome: SendOutcome): Complaints {
  return outcome.state === 'unfit' ? outcome.complaints : {};
}
