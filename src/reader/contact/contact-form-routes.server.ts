import { Hono } from 'hono';
import type { Contact } from '#domain/contact/contact.server.ts';
import { type ContactField, type ContactMessage, MAX_LENGTHS } from '#domain/contact/message.ts';
import { ContactMessageInput } from '#domain/contact/contact-input.server.ts';
import { toPublicError, retryAfterHeader } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { parseForm, rejectCrossSite } from '#http/form-body.server.ts';
import type { Log } from '#platform/log.server.ts';
import { HONEYPOT } from '../components/honeypot.tsx';
import type { Publication } from '../publication.ts';
import { refusedContactPage } from './contact-page.tsx';
import { SENT_PATH } from './contact-form-messages.ts';
import type { FieldErrors } from './send-contact.ts';

export interface ContactFormRoutesOptions {
  readonly publication: Publication;
  readonly contact: Contact;
  /** Number of reverse proxies in front of the server. */
  readonly trustProxy: number;
  readonly log: Log;
}

const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Handles the form as a browser without script submits it. Success redirects to a page of its own; any other result
 * renders the form again.
 */
export function contactFormRoutes({ publication, contact, trustProxy, log }: ContactFormRoutesOptions): Hono {
  return new Hono().post('/contact', limitBody(), async (context) => {
    rejectCrossSite(
      context,
      publication.site.url,
      'Messages can only be sent from the contact page of this site.',
    );
    const form = await parseForm(context);
    const input = ContactMessageInput.safeParse(form);
    const renderAgain = (status: 422 | 429 | 503, fieldErrors: FieldErrors, headers = {}) =>
      context.html(
        refusedContactPage(publication, { values: readSubmittedValues(form), fieldErrors }),
        status,
        {
          ...NO_STORE,
          ...headers,
        },
      );
    if (!input.success) return renderAgain(422, fieldErrorsOf(input.error.issues));
    try {
      const isSuspectedSpam = (form[HONEYPOT] ?? '') !== '';
      await contact.send(input.data, { network: networkOf(context, trustProxy), isSuspectedSpam });
    } catch (error) {
      const publicError = toPublicError(error, log);
      return renderAgain(publicError.code === 'too_many' ? 429 : 503, {}, retryAfterHeader(publicError));
    }
    return context.redirect(SENT_PATH, 303);
  });
}

function readSubmittedValues(form: Readonly<Record<string, string>>): ContactMessage {
  const value = (field: ContactField) => (form[field] ?? '').slice(0, MAX_LENGTHS[field]);
  return { name: value('name'), email: value('email'), subject: value('subject'), message: value('message') };
}

/** The first error of each field. */
function fieldErrorsOf(
  issues: readonly { readonly path: PropertyKey[]; readonly message: string }[],
): FieldErrors {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());
}
