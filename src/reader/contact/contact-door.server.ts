import { type Context, Hono } from 'hono';
import type { Contact } from '#domain/contact/contact.server.ts';
import { type ContactField, type ContactMessage, LONGEST } from '#domain/contact/message.ts';
import { WrittenMessage } from '#domain/contact/written-message.server.ts';
import { describeError } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import type { Log } from '#platform/log.server.ts';
import { Refusal } from '#platform/refusal.ts';
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

const FORM_TYPE = 'application/x-www-form-urlencoded';
const KEEP_NOTHING = { 'cache-control': 'no-store' };

/** Takes the form as a browser without script sends it: an address of its own for success, the page again for anything else. */
export function contactDoor({ publication, contact, trustProxy, log }: ContactDoorOptions): Hono {
  return new Hono().post('/contact', limitBody(), async (context) => {
    refuseForeign(context);
    const form = await formOf(context);
    const given = WrittenMessage.safeParse(form);
    const again = (status: 422 | 429 | 500 | 503, complaints: Complaints) =>
      context.html(
        refusedContactPage(publication, { values: entered(form), complaints }),
        status,
        KEEP_NOTHING,
      );
    if (!given.success) return again(422, complaintsOf(given.error.issues));
    try {
      const isSuspect = (form[HONEYPOT] ?? '') !== '';
      await contact.send(given.data, { network: networkOf(context, trustProxy), isSuspect });
    } catch (error) {
      const { code } = describeError(error, log);
      return again(code === 'too_many' ? 429 : 503, {});
    }
    return context.redirect(SENT_PATH, 303);
  });
}

/**
 * There is no cookie that a foreign page could ride on, so nobody is in danger of acting without wanting to as somebody.
 * But a foreign page could make all of its readers write to the owner, each from a network of their own.
 */
function refuseForeign({ req }: Context): void {
  if (req.header('sec-fetch-site') === 'cross-site')
    throw new Refusal('forbidden', 'Messages are sent from the contact page of this site.');
}

async function formOf({ req }: Context): Promise<Readonly<Record<string, string>>> {
  const type = (req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new Refusal('unsupported', `A form is sent as ${FORM_TYPE}.`);
  return Object.fromEntries(new URLSearchParams(await req.text()));
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
