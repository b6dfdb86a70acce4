import { Hono } from 'hono';
import type { Contact } from '#domain/contact/contact.server.ts';
import { type ContactField, type ContactMessage, LONGEST } from '#domain/contact/message.ts';
import { WrittenMessage } from '#domain/contact/written-message.server.ts';
import { describeError, retryAfter } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { readForm, refuseForeign } from '#http/plain-form.server.ts';
import type { Log } from '#platform/log.server.ts';
import { HONEYPOT } from '../parts/honeypot.tsx';
import type { Publication } from '../publication.ts';
import { refusedContactPage } from './contact-page.tsx';
import { SENT_PATH } from './contact-texts.ts';
import type { Complaints } from './send-contact.ts';

export interface ContactDoorOptions {
  readonly publication: Publication;
  readonly contact: Contact;
  /** How many proxies stand in front. */
  readonly trustProxy: number;
  readonly log: Log;
}

const KEEP_NOTHING = { 'cache-control': 'no-store' };

/** Takes the form as a browser without script sends it: an address of its own for success, the page again for anything else. */
export function contactDoor({ publication, contact, trustProxy, log }: ContactDoorOptions): Hono {
  return new Hono().post('/contact', limitBody(), async (context) => {
    refuseForeign(context, publication.site.url, 'Messages are sent from the contact page of this site.');
    const form = await readForm(context);
    const given = WrittenMessage.safeParse(form);
    const again = (status: 422 | 429 | 503, complaints: Complaints, headers = {}) =>
      context.html(refusedContactPage(publication, { values: entered(form), complaints }), status, {
        ...KEEP_NOTHING,
        ...headers,
      });
    if (!given.success) return again(422, complaintsOf(given.error.issues));
    try {
      const isSuspect = (form[HONEYPOT] ?? '') !== '';
      await contact.send(given.data, { network: networkOf(context, trustProxy), isSuspect });
    } catch (error) {
      const shown = describeError(error, log);
      return again(shown.code === 'too_many' ? 429 : 503, {}, retryAfter(shown));
    }
    return context.redirect(SENT_PATH, 303);
  });
}

function entered(form: Readonly<Record<string, string>>): ContactMessage {
  const value = (field: ContactField) => (form[field] ?? '').slice(0, LONGEST[field]);
  return { name: value('name'), email: value('email'), subject: value('subject'), message: value('message') };
}

/** The first complaint about each field. */
function complaintsOf(
  issues: readonly { readonly path: PropertyKey[]; readonly message: string }[],
): Complaints {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());
}
