import type { Context } from 'hono';
import { isStorable } from '#platform/storable-text.ts';
import { Refusal } from '#platform/refusal.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The fields of a form without files, as a browser sends it. Refuses anything else (`unsupported`), and
 * (`unprocessable`) a text that no database takes.
 */
export async function readForm({ req }: Context): Promise<Readonly<Record<string, string>>> {
  const type = (req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new Refusal('unsupported', `A form is sent as ${FORM_TYPE}.`);
  const fields = Object.fromEntries(new URLSearchParams(await req.text()));
  if (!Object.values(fields).every(isStorable))
    throw new Refusal('unprocessable', 'The form has a character in it that cannot be stored.');
  return fields;
}

/**
 * Refuses (`forbidden`) what a page of another site has sent. No cookie rides on a request, so nobody acts as somebody
 * without wanting to; but a foreign page could have all of its readers send a form, each from a network of their own.
 *
 * @param publicUrl where the site is known, for proxies that ask under a name of their own
 */
export function refuseForeign({ req }: Context, publicUrl: string, message: string): void {
  if (isForeign(req.raw, publicUrl)) throw new Refusal('forbidden', message);
}

/**
 * Browsers say where a request comes from in `Sec-Fetch-Site`, but over plain http to localhost only; there `Origin`
 * says it (Fetch, section 3.2). `null` stands for a frame or a document without an origin, which is never one of our
 * forms. Without both it is no page of a browser, and no other program is kept from sending a form.
 */
function isForeign({ headers, url }: Request, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  if (origin === null) return false;
  // The scheme of our own name is not known behind a proxy that speaks TLS for us.
  return origin !== new URL(publicUrl).origin && hostOf(origin) !== new URL(url).host;
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
