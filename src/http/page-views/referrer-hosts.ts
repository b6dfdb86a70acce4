import { memoizeText } from '#platform/memoize-text.ts';
import type { RequestFields } from './request-fields.ts';

/** The part of an address that names the site; nothing for other schemes. */
const ORIGIN = /^https?:\/\/[^/?#\\]{1,300}/i;
const MAX_HOST_LENGTH = 100;
/** At least two labels, and letters in the last one: neither an IP address nor the name of a machine in a local network. */
const PUBLIC_HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.(?:xn--[a-z0-9-]+|[a-z]{2,})$/;

export interface ReferrerHosts {
  /**
   * The host name of the site whose link was followed, in lower case, Punycode, and without `www.`. Null for none, for
   * this site, and for what is no public web site: an IP address could be that of a reader.
   */
  find(request: Pick<RequestFields, 'host' | 'referrer'>): string | null;
}

/** Hosts of referrers, memoized: most readers come from few sites. */
export function createReferrerHosts(publicUrl: string): ReferrerHosts {
  const { origin, host: publicHost, hostname } = new URL(publicUrl);
  const ownPages = `${origin}/`;
  const ownHost = withoutWww(hostname);
  const memoizedHost = memoizeText(parseHost);
  /** Comparing two strings is faster than hashing one, and consecutive readers often come from the same site. */
  let last: { readonly site: string; readonly host: string | null } = { site: '', host: null };

  function hostOf(referrer: string): string | null {
    if (isPageOf(referrer, last.site)) return last.host;
    const site = ORIGIN.exec(referrer)?.[0];
    if (site === undefined) return null;
    const host = memoizedHost(site);
    last = { site, host };
    return host;
  }

  return {
    find({ referrer, host: requested }) {
      if (referrer === undefined || referrer === '' || referrer.startsWith(ownPages)) return null;
      const host = hostOf(referrer);
      if (host === null || host === ownHost) return null;
      // The site may have several names.
      return requested === publicHost || host !== nameOf(requested) ? host : null;
    },
  };
}

/** Whether `site` is what `ORIGIN` matches in the address. */
function isPageOf(address: string, site: string): boolean {
  if (site === '' || !address.startsWith(site)) return false;
  const end = address[site.length];
  return end === '/' || end === undefined || end === '?' || end === '#' || end === '\\';
}

function parseHost(site: string): string | null {
  const url = URL.parse(site);
  if (url === null) return null;
  const host = withoutWww(url.hostname);
  return host.length <= MAX_HOST_LENGTH && PUBLIC_HOST.test(host) ? host : null;
}

const nameOf = (host = ''): string => withoutWww(host.replace(/:\d*$/, '').toLowerCase());

const withoutWww = (host: string): string => host.replace(/^www\./, '').replace(/\.$/, '');
