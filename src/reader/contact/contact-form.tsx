import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  FIELD_ERROR_MESSAGES,
  type ContactField,
  type ContactMessage,
  MAX_LENGTHS,
} from '#domain/contact/message.ts';
import { toast } from '#islands/toast.ts';
import { isEmailAddress } from '#platform/mail/email-address.ts';
import { Field } from '#ui/field.tsx';
import { Honeypot } from '../components/honeypot.tsx';
import { sendFailedToast, SENT_TOAST } from './contact-form-messages.ts';
import { type FieldErrors, type SendResult, sendContact } from './send-contact.ts';

export interface ContactFormProps {
  /** The owner's address, shown when sending fails. */
  readonly email: string;
  /** The values and errors of a refused submission. */
  readonly entered?: { readonly values: ContactMessage; readonly fieldErrors: FieldErrors };
}

/** Works as a plain form. Once hydrated, it submits without leaving the page and shows the result in a toast. */
export function ContactForm({ email, entered }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [result, setResult] = useState<SendResult | null>(null);
  const [isSending, setSending] = useState(false);
  const fieldErrors = result === null ? (entered?.fieldErrors ?? {}) : fieldErrorsOf(result);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const invalid = findInvalidFields(event.currentTarget);
    if (Object.keys(invalid).length > 0) return setResult({ state: 'invalid', fieldErrors: invalid });
    // Read before the fieldset is disabled: FormData excludes disabled fields.
    const message = new FormData(event.currentTarget);
    setSending(true);
    const newResult = await sendContact(message);
    setSending(false);
    setResult(newResult);
    if (newResult.state === 'sent') toast({ ...SENT_TOAST, kind: 'success', topic: 'contact' });
    if (newResult.state === 'failed') toast({ ...sendFailedToast(email), kind: 'error', topic: 'contact' });
  }

  // Runs after the commit: only then do the fields have empty defaults and are enabled, so that they can take the focus.
  useEffect(() => {
    if (result === null) return;
    if (result.state === 'sent') form.current?.reset();
    const invalidField = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalidField ?? button.current)?.focus();
  }, [result]);

  const field = (name: ContactField) => ({
    name,
    maxLength: MAX_LENGTHS[name],
    error: fieldErrors[name] ?? FIELD_ERROR_MESSAGES[name],
    isInvalid: fieldErrors[name] !== undefined,
    value: (result?.state !== 'sent' && entered?.values[name]) || '',
  });

  return (
    <form
      ref={form}
      method="post"
      action="/contact"
      className="mt-6"
      // The form and the server show all errors at once. The browser would stop at the first field, also before the
      // script has loaded.
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <fieldset disabled={isSending} className="grid gap-5">
        <legend className="visually-hidden">Your message</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" autoComplete="name" {...field('name')} />
          <Field
            label="Email"
            type="email"
            accepts={isEmailAddress}
            autoComplete="email"
            {...field('email')}
          />
        </div>
        <Field label="Subject" {...field('subject')} />
        <Field label="Message" type="textarea" rows={7} {...field('message')} />
        <Honeypot />
        <button ref={button} type="submit" className="button justify-self-start">
          {isSending ? 'Sending...' : 'Send Message'}
        </button>
      </fieldset>
    </form>
  );
}

/** The fields that are empty, and an address that is none. The server checks the message again. */
function findInvalidFields(form: HTMLFormElement): FieldErrors {
  const isInvalid = (name: string) => {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === 'email') return !isEmailAddress(field.value);
    return form.querySelector(`:invalid[name="${name}"]`) !== null;
  };
  return Object.fromEntries(Object.entries(FIELD_ERROR_MESSAGES).filter(([name]) => isInvalid(name)));
}

function fieldErrorsOf(result: SendResult): FieldErrors {
  return result.state === 'invalid' ? result.fieldErrors : {};
}
