import type { ContactField } from '#domain/contact/message.ts';

export type FieldErrors = Partial<Readonly<Record<ContactField, string>>>;

export type SendResult =
  | { readonly state: 'sent' }
  | { readonly state: 'invalid'; readonly fieldErrors: FieldErrors }
  | { readonly state: 'failed' };

/** Milliseconds to wait for the response. */
const REQUEST_TIMEOUT_MS = 15_000;

/** Sends the form as JSON. Never throws: after any failure the form keeps its values and can be submitted again. */
export async function sendContact(form: FormData): Promise<SendResult> {
  try {
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(form)),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.ok) return { state: 'sent' };
    if (response.status !== 422) return { state: 'failed' };
    const { fields = {} } = (await response.json()) as { fields?: FieldErrors };
    return { state: 'invalid', fieldErrors: fields };
  } catch {
    return { state: 'failed' };
  }
}
