import type { ContactField } from '#domain/contact/message.ts';

export type Complaints = Partial<Readonly<Record<ContactField, string>>>;

export type SendOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'unfit'; readonly complaints: Complaints }
  | { readonly state: 'failed' };

/** Milliseconds after which the server counts as gone. */
const PATIENCE = 15_000;

/** Sends what the form holds. Never throws: whatever went wrong, what was typed is still there to be sent again. */
export async function sendContact(form: FormData): Promise<SendOutcome> {
  try {
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(form)),
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.ok) return { state: 'sent' };
    if (response.status !== 422) return { state: 'failed' };
    const { fields = {} } = (await response.json()) as { fields?: Complaints };
    return { state: 'unfit', complaints: fields };
  } catch {
    return { state: 'failed' };
  }
}
