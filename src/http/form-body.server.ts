import type { Context } from 'hono';
import { isStorable } from '#platform/storable-text.ts';
import { DomainError } from '#platform/domain-error.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The fields of a url-encoded form. Throws `unsupported` for any other content type, and `unprocessable` for text that
 * the database cannot store.
 */
export async function parseForm({ req }: Context): Promise<Readonly<Record<string, string>>> {
  const type = (req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new DomainError('unsupported', `A form must be sent as ${FORM_TYPE}.`);
  const fields = Object.fromEntries(new URLSearchParams(await req.text()));
  if (!Object.values(fields).every(isStorable))
    throw new DomainError('unprocessable', 'The form contains a character that cannot be stored.');
  return fields;
}

/**
 * Throws `forbidden` for a request from a page of another site. The site uses no cookies, so such a request has no
 * authority of its reader; but another site could make all of its readers submit a form, each from their own network.
 *
 * @param publicUrl of the site, for proxies that change the Host header
 */
export function rejectCrossSite({ req }: Context, publicUrl: string, message: string): void {
  if (isCrossSite(req.raw, publicUrl)) throw new DomainError('forbidden', message);
}

/**
 * Browsers send `Sec-Fetch-Site`, except over plain http to a host other than localhost; there they send `Origin`
 * (Fetch, section 3.2). `null` is an opaque origin, which no form of this site has. Without both fields the client is
 * not a browser, and other programs may send forms.
 */
function isCrossSite({ headers, url }: Request, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  if (origin === null) return false;
  // Only hosts are compared: behind a proxy that terminates TLS the scheme of the request is unknown.
  return origin !== new URL(publicUrl).origin && hostOf(origin) !== new URL(url).host;
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
