import { DomainError } from '#platform/domain-error.ts';

/**
 * Throws `forbidden` for a request from a page of another site. The site uses no cookies, so such a request has no
 * authority of its reader; but another site could make all of its readers submit a form, each from their own network.
 * Routes whose authority is the token of an emailed link do not need this: another site does not have the token.
 *
 * @param publicUrl of the site, for proxies that change the Host header
 */
export function rejectCrossSite(request: Request, publicUrl: string): void {
  if (isCrossSite(request, publicUrl))
    throw new DomainError('forbidden', 'This form can only be submitted from a page of this site.');
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
